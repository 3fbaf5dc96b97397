import type { Claim } from '../../../application/ports/job-repository.js';
import { EVENT_MESSAGES } from '../../../domain/job-event.js';
import type { Query } from '../database.js';
import { type JobRow, jobFromRow } from '../job-row.js';
import { AT, INSERT_EVENTS, isoText, milliseconds, STAMP } from './sql.js';

/** The condition of `job_claim_idx`; every part of the claim must repeat it to be answered from that index. */
const CLAIMABLE = `status = 'queued' AND attempts < max_attempts`;

/**
 * Takes up to as many jobs as there are worker ids, in claim order, and writes their events.
 *
 * `level` walks over the distinct priorities, highest first, one index probe each; for each of them the LATERAL takes
 * the jobs whose time has come straight from the index, in order. Both are lazy, so a claim costs the same whatever
 * lies behind it or, delayed, ahead of it. `picked` is MATERIALIZED and has no ORDER BY of its own: the planner can
 * neither run it twice nor lock more rows than it takes. The array repeats the ids so that the update reads them by
 * primary key under any plan. The planner does not see what was asked, so that one plan serves every number of slots.
 */
export const CLAIM = `
WITH RECURSIVE ${STAMP}, asked AS MATERIALIZED (
  SELECT ?::text[] AS workers, ?::float8 AS lease_ms
), level AS (
  (SELECT priority FROM jobs_job WHERE ${CLAIMABLE} ORDER BY priority DESC LIMIT 1)
  UNION ALL
  SELECT (SELECT priority FROM jobs_job WHERE ${CLAIMABLE} AND priority < level.priority ORDER BY priority DESC LIMIT 1)
  FROM level WHERE level.priority IS NOT NULL
), picked AS MATERIALIZED (
  SELECT ready.id FROM level CROSS JOIN LATERAL (
    SELECT id FROM jobs_job
    WHERE ${CLAIMABLE} AND priority = level.priority AND available_at <= statement_timestamp()
    ORDER BY available_at, created_at, id
    LIMIT (SELECT cardinality(workers) FROM asked) FOR UPDATE SKIP LOCKED
  ) ready LIMIT (SELECT cardinality(workers) FROM asked)
), numbered AS MATERIALIZED (
  SELECT id, row_number() OVER () AS place FROM picked
), claimed AS (
  UPDATE jobs_job j
  SET status = 'running', attempts = j.attempts + 1, locked_by = (SELECT workers FROM asked)[place],
      locked_until = ${AT} + (SELECT ${milliseconds('lease_ms')} FROM asked),
      last_error = '', result = NULL, updated_at = ${AT}
  FROM numbered
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
  const rows = await query<JobRow & { readonly locked_by: string }>(CLAIM, [[...workerIds], leaseMs]);
  return rows.map((row) => {
    const job = jobFromRow(row, 'parsed');
    return { job, token: { jobId: job.id, workerId: row.locked_by, attempt: job.attempts } };
  });
}
