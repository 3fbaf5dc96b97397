import type { Job } from '../../../domain/job.js';
import { EVENT_MESSAGES } from '../../../domain/job-event.js';
import type { ManualRetry } from '../../../domain/transition.js';
import type { Query } from '../database.js';
import { type JobRow, jobFromRow } from '../job-row.js';
import { INSERT_EVENTS, STAMP } from './sql.js';

const LOCK = 'SELECT * FROM jobs_job WHERE id = ?::uuid FOR UPDATE';

const RETRY = `
WITH ${STAMP}, retried AS (
  UPDATE jobs_job
  SET status = 'queued', attempts = 0, available_at = stamp.at, last_error = '', result = NULL, finished_at = NULL,
      updated_at = stamp.at
  FROM stamp WHERE id = ?::uuid AND status = 'failed'
  RETURNING jobs_job.*
), logged AS (
  ${INSERT_EVENTS}
  SELECT id, 'manual_retry', 0, NULL, '${EVENT_MESSAGES.manual_retry}', '{}'::jsonb, updated_at FROM retried
)
SELECT * FROM retried`;

/** Must run in a transaction: the row stays locked while `decide` looks at it. */
export async function changeJob(
  query: Query,
  jobId: string,
  decide: (job: Job) => ManualRetry,
): Promise<Job | undefined> {
  const [found] = await query<JobRow>(LOCK, [jobId]);
  if (found === undefined) return undefined;
  decide(jobFromRow(found, 'parsed'));
  const [changed] = await query<JobRow>(RETRY, [jobId]);
  return changed === undefined ? undefined : jobFromRow(changed, 'parsed');
}
