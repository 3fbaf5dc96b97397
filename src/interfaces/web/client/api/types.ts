/** The answers of the API as this page reads them; `/api/schema/` describes them in full. Times are ISO 8601 texts. */

export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const EVENT_TYPES = [
  'created',
  'claimed',
  'progress',
  'lease_renewed',
  'succeeded',
  'retry_scheduled',
  'failed',
  'timeout_requeued',
  'manual_retry',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** JSON as the server wrote it. It is shown and copied without being parsed: numbers would lose digits. */
export type JsonText = string;

export interface JobSummary {
  readonly id: string;
  readonly type: string;
  readonly status: JobStatus;
  readonly priority: number;
  readonly available_at: string;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly idempotency_key: string | null;
  readonly locked_by: string | null;
  readonly locked_until: string | null;
  readonly last_error: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
}

export interface Job extends JobSummary {
  readonly payload: JsonText;
  readonly result: JsonText;
  /** The whole answer. */
  readonly source: JsonText;
}

export interface JobPage {
  readonly count: number;
  /** There are more than `count`. */
  readonly count_capped?: boolean;
  readonly results: readonly JobSummary[];
}

export interface JobEvent {
  readonly id: number;
  readonly job: string;
  readonly type: EventType;
  readonly attempt: number;
  readonly worker_id: string | null;
  readonly message: string;
  readonly data: JsonText;
  readonly created_at: string;
}

export interface EventPage {
  readonly next: string | null;
  readonly results: readonly JobEvent[];
}

export interface JobStats {
  readonly total: number;
  readonly by_status: Readonly<Record<JobStatus, number>>;
  readonly overdue_running: number;
  readonly retries_pending: number;
  readonly oldest_queued_at: string | null;
}

export const WINDOWS = ['15m', '1h', '24h', '7d'] as const;
export type Window = (typeof WINDOWS)[number];

export interface Bucket {
  readonly start: string;
  readonly created: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly retried: number;
  readonly wait_p50_ms: number | null;
  readonly wait_p95_ms: number | null;
  readonly run_p50_ms: number | null;
  readonly run_p95_ms: number | null;
}

export interface TimeSeries {
  readonly bucket_seconds: number;
  readonly buckets: readonly Bucket[];
}

export interface Worker {
  readonly id: string;
  readonly host: string | null;
  readonly pid: number | null;
  readonly thread: string | number | null;
  readonly job: string | null;
  readonly type: string | null;
  readonly attempt: number | null;
  readonly locked_until: string | null;
  readonly overdue: boolean;
  readonly last_event_at: string | null;
  readonly last_event_type: EventType | null;
  readonly succeeded: number;
  readonly failed: number;
  readonly retried: number;
}

export interface Workers {
  readonly window_seconds: number;
  readonly results: readonly Worker[];
}

export interface JobType {
  readonly type: string;
  readonly registered: boolean;
  readonly payload_schema: unknown;
  readonly example: unknown;
}

export interface Config {
  readonly version: string;
  readonly store: string;
  readonly time_zone: string;
  /** Types of the handlers loaded in that process. */
  readonly job_types: readonly string[];
  readonly environment?: string;
  readonly worker: {
    readonly lease_seconds: number;
    readonly cleanup_interval_seconds: number;
    readonly max_attempts_default: number;
  };
}

/** Which failed jobs a bulk retry is for. */
export interface BulkFilter {
  readonly type?: string;
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly created_from?: string;
  readonly created_to?: string;
  readonly error?: string;
  readonly idempotency_key?: string;
  readonly payload?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface BulkResult {
  readonly matched: number;
  readonly retried?: number;
  readonly skipped?: number;
}
