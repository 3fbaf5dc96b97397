import type { JobSummary } from '../../application/ports/job-queries.js';
import { Job } from '../../domain/job.js';
import type { JobEvent } from '../../domain/job-event.js';
import type { EventType, JobStatus } from '../../domain/job-status.js';
import type { JsonObject, JsonValue } from '../../domain/json.js';

/** A row of `jobs_job` as a driver gives it. `I` is its instant: a Date from pg, milliseconds from SQLite. */
export interface JobRow<I extends Date | number = Date | number> {
  readonly id: string;
  readonly type: string;
  readonly payload: unknown;
  readonly status: JobStatus;
  readonly priority: number;
  readonly available_at: I;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly idempotency_key: string | null;
  readonly locked_by: string | null;
  readonly locked_until: I | null;
  readonly last_error: string;
  readonly result: unknown;
  readonly created_at: I;
  readonly updated_at: I;
  readonly finished_at: I | null;
}

/** A row of `jobs_jobevent`; pg gives a `bigint` as text. */
export interface EventRow {
  readonly id: number | string;
  readonly job_id: string;
  readonly type: EventType;
  readonly attempt: number;
  readonly worker_id: string | null;
  readonly message: string;
  readonly data: unknown;
  readonly created_at: Date | number;
}

/** How a driver gives a JSON column: `parsed` (pg's jsonb) or as `text` (SQLite). */
export type JsonColumns = 'parsed' | 'text';

/** The part of a row that makes a summary. */
export type SummaryRow = Omit<JobRow, 'payload' | 'result'>;

/** The columns of a {@link SummaryRow}. */
export const SUMMARY_COLUMNS = [
  ...['id', 'type', 'status', 'priority', 'available_at', 'attempts', 'max_attempts', 'idempotency_key'],
  ...['locked_by', 'locked_until', 'last_error', 'created_at', 'updated_at', 'finished_at'],
].join(', ');

export function jobFromRow(row: JobRow, json: JsonColumns): Job {
  const payload = fromJsonColumn(row.payload, json);
  return new Job({ ...summaryFromRow(row), payload, result: fromJsonColumn(row.result, json) });
}

export function summaryFromRow(row: SummaryRow): JobSummary {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    priority: row.priority,
    availableAt: Number(row.available_at),
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    idempotencyKey: row.idempotency_key,
    lockedBy: row.locked_by,
    lockedUntil: instantFromRow(row.locked_until),
    lastError: row.last_error,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    finishedAt: instantFromRow(row.finished_at),
  };
}

export function eventFromRow(row: EventRow, json: JsonColumns): JobEvent {
  return {
    id: Number(row.id),
    jobId: row.job_id,
    type: row.type,
    attempt: row.attempt,
    workerId: row.worker_id,
    message: row.message,
    data: fromJsonColumn(row.data, json) as JsonObject,
    createdAt: Number(row.created_at),
  };
}

export function instantFromRow(value: Date | number | null): number | null {
  return value === null ? null : Number(value);
}

function fromJsonColumn(value: unknown, json: JsonColumns): JsonValue {
  return (json === 'text' && typeof value === 'string' ? JSON.parse(value) : value) as JsonValue;
}
