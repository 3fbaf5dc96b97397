/**
 * Queries that find what must never be, on PostgreSQL and SQLite alike. Each gives the offending rows: none when all is
 * well.
 */
export const NEVER: Readonly<Record<string, string>> = {
  'an attempt that was claimed twice between two manual retries': `
    SELECT job_id, attempt, retries FROM (
      SELECT job_id, attempt, type,
             sum(CASE WHEN type = 'manual_retry' THEN 1 ELSE 0 END) OVER (PARTITION BY job_id ORDER BY id) AS retries
      FROM jobs_jobevent) e
    WHERE type = 'claimed' GROUP BY job_id, attempt, retries HAVING count(*) > 1`,
  'a claim that ended twice': `
    SELECT job_id, attempt, worker_id FROM jobs_jobevent
    WHERE type IN ('succeeded', 'failed', 'retry_scheduled', 'timeout_requeued')
    GROUP BY job_id, attempt, worker_id HAVING count(*) > 1`,
  'a finished or queued job with a claim that has no end': `
    SELECT j.id FROM jobs_job j JOIN jobs_jobevent e ON e.job_id = j.id
    WHERE j.status <> 'running' GROUP BY j.id
    HAVING sum(CASE WHEN e.type = 'claimed' THEN 1 ELSE 0 END)
        <> sum(CASE WHEN e.type IN ('succeeded', 'failed', 'retry_scheduled', 'timeout_requeued') THEN 1 ELSE 0 END)`,
  'a job without exactly one created event': `
    SELECT j.id FROM jobs_job j LEFT JOIN jobs_jobevent e ON e.job_id = j.id AND e.type = 'created'
    GROUP BY j.id HAVING count(e.id) <> 1`,
  'an event without its job': `
    SELECT e.id FROM jobs_jobevent e LEFT JOIN jobs_job j ON j.id = e.job_id WHERE j.id IS NULL`,
  'a job whose last event does not fit its status': `
    SELECT j.id, j.status, e.type FROM jobs_job j
    JOIN jobs_jobevent e ON e.id = (SELECT max(id) FROM jobs_jobevent WHERE job_id = j.id)
    WHERE NOT ((j.status = 'queued' AND e.type IN ('created', 'retry_scheduled', 'timeout_requeued', 'manual_retry'))
            OR (j.status = 'running' AND e.type IN ('claimed', 'progress', 'lease_renewed'))
            OR (j.status = e.type))`,
};
