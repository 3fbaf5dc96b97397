import type { JobStats, JobSummary } from '../../application/ports/job-queries.js';
import type { Instant, Job } from '../../domain/job.js';
import type { JobEvent } from '../../domain/job-event.js';
import type { TimeFormat } from './zoned-time.js';

/** The only JSON view of a job. JSON leaves out what is undefined: a summary has no payload and no result. */
export function jobResource(job: Job | JobSummary, time: TimeFormat) {
  return {
    id: job.id,
    type: job.type,
    payload: 'payload' in job ? job.payload : undefined,
    status: job.status,
    priority: job.priority,
    available_at: time(job.availableAt),
    attempts: job.attempts,
    max_attempts: job.maxAttempts,
    idempotency_key: job.idempotencyKey,
    locked_by: job.lockedBy,
    locked_until: timeOrNull(job.lockedUntil, time),
    last_error: job.lastError,
    result: 'result' in job ? job.result : undefined,
    created_at: time(job.createdAt),
    updated_at: time(job.updatedAt),
    finished_at: timeOrNull(job.finishedAt, time),
  };
}

/** The only JSON view of an event. */
export function eventResource(event: JobEvent, time: TimeFormat) {
  return {
    id: event.id,
    job: event.jobId,
    type: event.type,
    attempt: event.attempt,
    worker_id: event.workerId,
    message: event.message,
    data: event.data,
    created_at: time(event.createdAt),
  };
}

export function statsResource(stats: JobStats, time: TimeFormat) {
  return {
    total: stats.total,
    by_status: stats.byStatus,
    overdue_running: stats.overdueRunning,
    retries_pending: stats.retriesPending,
    oldest_queued_at: timeOrNull(stats.oldestQueuedAt, time),
  };
}

function timeOrNull(at: Instant | null, time: TimeFormat): string | null {
  return at === null ? null : time(at);
}
