import type { ClaimToken } from '../../../application/ports/job-repository.js';
import type { Job } from '../../../domain/job.js';
import { TRANSITIONS } from '../../../domain/job-status.js';
import type { Expiry, Outcome } from '../../../domain/transition.js';
import type { Query } from '../database.js';
import { settleMessage } from '../guarded-transition.js';
import { type JobRow, jobFromRow } from '../job-row.js';
import type { Answer, GuardedRequest } from '../job-statements.js';
import { guardedWrites, idsOf, ownedRows, type WhenLocked } from './guarded-writes.js';
import { AT, INSERT_EVENTS, isoText, milliseconds, STAMP_WHEN_OWNED } from './sql.js';

/** Ends the claims that are still held, and writes their events. `answer`: what to give of the jobs that were settled. */
export const settleSql = (whenLocked: WhenLocked, answer: 'id' | '*') => `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset(?::json) AS i (
    place int, id uuid, worker_id text, attempt int, type text, status text,
    message text, error text, result text, delay_ms float8, delay_seconds numeric)
), ${ownedRows(whenLocked)}, ${STAMP_WHEN_OWNED}, settled AS (
  UPDATE jobs_job j
  SET status = i.status, locked_by = NULL, locked_until = NULL, updated_at = ${AT},
      result = CASE i.type WHEN 'succeeded' THEN i.result::jsonb ELSE j.result END,
      last_error = COALESCE(i.error, j.last_error),
      available_at = COALESCE(${AT} + ${milliseconds('i.delay_ms')}, j.available_at),
      finished_at = CASE i.status WHEN 'queued' THEN NULL ELSE ${AT} END
  FROM owned i
  WHERE j.id = i.id AND j.id = ANY(ARRAY(SELECT id FROM owned))
  RETURNING j.${answer}
), logged AS (
  ${INSERT_EVENTS}
  SELECT id, type, attempt, worker_id, message,
         CASE WHEN error IS NULL THEN '{}'::jsonb
              WHEN delay_ms IS NULL THEN jsonb_build_object('error', error)
              ELSE jsonb_build_object('error', error, 'delay_seconds', delay_seconds,
                                      'available_at', ${isoText(`(${AT} + ${milliseconds('delay_ms')})`)}) END,
         ${AT}
  FROM owned ORDER BY place
)
SELECT * FROM settled`;

/**
 * Those of the asked settles that were written before, by an earlier try whose answer got lost. A slot may come to the
 * same job and attempt again after a manual retry: only what follows its latest claim is of this claim.
 */
const PROVEN = `
SELECT DISTINCT i.id FROM json_to_recordset(?::json) AS i (id uuid, worker_id text, attempt int, type text, message text)
JOIN jobs_jobevent e ON e.job_id = i.id
WHERE e.attempt = i.attempt AND e.worker_id = i.worker_id AND e.type = i.type AND e.message = i.message
  AND e.id > (SELECT max(c.id) FROM jobs_jobevent c WHERE c.job_id = i.id AND c.type = 'claimed'
              AND c.attempt = i.attempt AND c.worker_id = i.worker_id)`;

export async function settleClaims(
  query: Query,
  requests: readonly GuardedRequest<Outcome>[],
): Promise<readonly Answer[]> {
  const input = requests.map(({ token, transition }, place) => toInput(token, transition, place));
  return guardedWrites(query, input, {
    write: async (rows, whenLocked) =>
      idsOf(await query<{ id: string }>(settleSql(whenLocked, 'id'), [JSON.stringify(rows)])),
    proven: async (rows) =>
      rows.length === 0 ? new Set() : idsOf(await query<{ id: string }>(PROVEN, [JSON.stringify(rows)])),
  });
}

/** Rows that somebody else holds are being settled, renewed or cleaned up this moment: they are left to them. */
const EXPIRED = `
SELECT * FROM jobs_job WHERE status = 'running' AND locked_until < date_trunc('milliseconds', statement_timestamp())
ORDER BY locked_until LIMIT ?::int FOR UPDATE SKIP LOCKED`;

/** Must run in a transaction: the rows stay locked between the look and the write, which repeats the guard all the same. */
export async function expireLeases(query: Query, limit: number, decide: (job: Job) => Expiry): Promise<readonly Job[]> {
  const expired = (await query<JobRow>(EXPIRED, [limit])).map((row) => jobFromRow(row, 'parsed'));
  if (expired.length === 0) return [];
  const input = expired.map((job, place) => toInput(tokenOf(job), decide(job), place));
  const rows = await query<JobRow>(settleSql('SKIP LOCKED', '*'), [JSON.stringify(input)]);
  return rows.map((row) => jobFromRow(row, 'parsed'));
}

function tokenOf(job: Job): ClaimToken {
  return { jobId: job.id, workerId: job.lockedBy ?? '', attempt: job.attempts };
}

function toInput(token: ClaimToken, transition: Outcome | Expiry, place: number) {
  const delayMs = 'delayMs' in transition ? transition.delayMs : null;
  return {
    place,
    id: token.jobId,
    worker_id: token.workerId,
    attempt: token.attempt,
    type: transition.type,
    status: TRANSITIONS[transition.type].to,
    message: settleMessage(transition),
    error: 'error' in transition ? transition.error : null,
    result: 'result' in transition && transition.result !== null ? JSON.stringify(transition.result) : null,
    delay_ms: delayMs,
    delay_seconds: delayMs === null ? null : delayMs / 1000,
  };
}
