import type { Claim } from '../../../application/ports/job-repository.js';
import { EVENT_MESSAGES } from '../../../domain/job-event.js';
import type { Query } from '../database.js';
import { type JobRow, jobFromRow } from '../job-row.js';
import { INSERT_EVENTS, isoText, milliseconds, STAMP } from './sql.js';

/** The condition of `job_claim_idx`; every part of the claim must repeat it to be answered from that index. */
const CLAIMABLE = `status = 'queued' AND attempts < max_attempts`;

/**
 * Takes up to as many jobs as there are worker ids, in claim order, and writes their events.
 *
 * `level` walks over the distinct priorities, highest first, one index probe each; for each of them the LATERAL takes
 * the jobs whose time has come straight from the index, in order. Both are lazy, so a claim costs the same whatever
 * lies behind it or, delayed, ahead of it. `picked` is MATERIALIZED and has no ORDER BY of its own: the planner can
 * neither run it twice nor lock more rows than it takes. The array repeats the ids so that the update reads them by
 * primary key under any plan.
 */
export const CLAIM = `
WITH RECURSIVE ${STAMP}, level AS (
  (SELECT priority FROM jobs_job WHERE ${CLAIMABLE} ORDER BY priority DESC LIMIT 1)
  UNION ALL
  SELECT (SELECT priority FROM jobs_job WHERE ${CLAIMABLE} AND priority < level.priority ORDER BY priority DESC LIMIT 1)
  FROM level WHERE level.priority IS NOT NULL
), picked AS MATERIALIZED (
  SELECT ready.id FROM level CROSS JOIN LATERAL (
    SELECT id FROM jobs_job
    WHERE ${CLAIMABLE} AND priority = level.priority AND available_at <= statement_timestamp()
    ORDER BY available_at, created_at, id
    LIMIT ?::int FOR UPDATE SKIP LOCKED
  ) ready LIMIT ?::int
), numbered AS MATERIALIZED (
  SELECT id, row_number() OVER () AS place FROM picked
), claimed AS (
  UPDATE jobs_job j
  SET status = 'running', attempts = j.attempts + 1, locked_by = worker.id, locked_until = stamp.at + ${milliseconds('?::float8')},
      last_error = '', result = NULL, updated_at = stamp.at
  FROM numbered JOIN unnest(?::text[]) WITH ORDINALITY AS worker (id, place) USING (place), stamp
  WHERE j.id = numbered.id AND j.id = ANY(ARRAY(SELECT id FROM picked))
  RETURNING j.*, place
), logged AS (
  ${INSERT_EVENTS}
  SELECT id, 'claimed', attempts, locked_by, '${EVENT_MESSAGES.claimed}',
         jsonb_build_object('locked_until', ${isoText('locked_until')}), updated_at
  FROM claimed ORDER BY place
)
SELECT * FROM claimed ORDER BY place`;

export async function claimJobs(
  query: Query,
  workerIds: readonly string[],
  leaseMs: number,
): Promise<readonly Claim[]> {
  const count = workerIds.length;
  const rows = await query<JobRow & { readonly locked_by: string }>(CLAIM, [count, count, leaseMs, [...workerIds]]);
  return rows.map((row) => {
    const job = jobFromRow(row, 'parsed');
    return { job, token: { jobId: job.id, workerId: row.locked_by, attempt: job.attempts } };
  });
}
