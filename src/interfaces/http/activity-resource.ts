import type { Bucket, WorkerActivity } from '../../application/ports/queue-activity.js';
import type { KnownJobType } from '../../application/queries/list-job-types.js';
import type { TimeFormat } from './zoned-time.js';

export function bucketResource(bucket: Bucket, time: TimeFormat) {
  return {
    start: time(bucket.start),
    created: bucket.created,
    succeeded: bucket.succeeded,
    failed: bucket.failed,
    retried: bucket.retried,
    wait_p50_ms: bucket.wait.p50,
    wait_p95_ms: bucket.wait.p95,
    run_p50_ms: bucket.run.p50,
    run_p95_ms: bucket.run.p95,
  };
}

/** A worker's id as this program makes it: `host:pid:thread-<n>:<8 hex>`. */
const WORKER_ID = /^(.+):(\d{1,10}):thread-(\d{1,10}):[0-9a-f]{8}$/s;

export function workerResource(worker: WorkerActivity, time: TimeFormat) {
  const { id, holds, lastEvent } = worker;
  const [, host, pid, thread] = WORKER_ID.exec(id) ?? [];
  return {
    id,
    host: host ?? null,
    pid: pid === undefined ? null : Number(pid),
    thread: thread === undefined ? null : Number(thread),
    job: holds?.id ?? null,
    type: holds?.type ?? null,
    attempt: holds?.attempt ?? null,
    locked_until: holds === null ? null : time(holds.lockedUntil),
    overdue: worker.overdue,
    last_event_at: lastEvent === null ? null : time(lastEvent.createdAt),
    last_event_type: lastEvent?.type ?? null,
    succeeded: worker.succeeded,
    failed: worker.failed,
    retried: worker.retried,
  };
}

export function jobTypeResource({ type, registered, payloadSchema, example }: KnownJobType) {
  return { type, registered, payload_schema: payloadSchema ?? null, example: example ?? null };
}
