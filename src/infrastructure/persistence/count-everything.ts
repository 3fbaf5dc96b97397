import type { JobStats } from '../../application/ports/job-queries.js';
import { JOB_STATUSES, type JobStatus } from '../../domain/job-status.js';
import type { Database } from './database.js';
import type { QueryDialect } from './query-dialect.js';

type StatsRow = Readonly<Record<JobStatus | 'overdue_running' | 'retries_pending', number | string>> & {
  readonly oldest_queued_at: Date | number | null;
};

const CLAIMABLE = `status = 'queued' AND attempts < max_attempts`;

/**
 * One statement, so that all figures are of one moment. Each is read from an index alone: the counts by status from
 * `job_status_idx`, the next two from `job_timeout_idx` and `job_retry_idx`, which hold little else, and the last from
 * `job_claim_idx` with one probe for each distinct priority.
 */
const figures = (now: string) => `
WITH RECURSIVE level (priority) AS (
  SELECT max(priority) FROM jobs_job WHERE ${CLAIMABLE}
  UNION ALL
  SELECT (SELECT max(priority) FROM jobs_job WHERE ${CLAIMABLE} AND priority < level.priority)
  FROM level WHERE level.priority IS NOT NULL
), first (available_at) AS (
  SELECT (SELECT min(available_at) FROM jobs_job
          WHERE ${CLAIMABLE} AND priority = level.priority AND available_at <= ${now})
  FROM level WHERE level.priority IS NOT NULL
)
SELECT ${JOB_STATUSES.map((status) => `(SELECT count(*) FROM jobs_job WHERE status = '${status}') AS ${status}`).join(', ')},
  (SELECT count(*) FROM jobs_job WHERE status = 'running' AND locked_until < ${now}) AS overdue_running,
  (SELECT count(*) FROM jobs_job WHERE status = 'queued' AND attempts > 0) AS retries_pending,
  (SELECT min(available_at) FROM first) AS oldest_queued_at`;

/** The figures of the whole queue, counted now. */
export async function countEverything(database: Database, { now }: QueryDialect): Promise<Omit<JobStats, 'ageMs'>> {
  const [row] = await database.query<StatsRow>(figures(now));
  if (row === undefined) throw new Error('A SELECT without FROM gave no row');
  const byStatus = Object.fromEntries(JOB_STATUSES.map((status) => [status, Number(row[status])])) as Record<
    JobStatus,
    number
  >;
  return {
    total: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    byStatus,
    overdueRunning: Number(row.overdue_running),
    retriesPending: Number(row.retries_pending),
    oldestQueuedAt: row.oldest_queued_at === null ? null : Number(row.oldest_queued_at),
  };
}
