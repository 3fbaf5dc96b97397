import type { Instant } from '../../domain/job.js';
import type { EventType } from '../../domain/job-status.js';

/** A row of buckets of equal length, aligned to multiples of it; the last one holds the store's now. */
export interface BucketRow {
  readonly bucketMs: number;
  readonly count: number;
}

/** Middle and 95th percentile (nearest rank), in milliseconds; null: there is nothing to rank. */
export interface Percentiles {
  readonly p50: number | null;
  readonly p95: number | null;
}

/** What happened within one bucket. */
export interface Bucket {
  readonly start: Instant;
  readonly created: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Back to the queue: after a failure, after a lost lease, or by hand. */
  readonly retried: number;
  /** From the moment a job became available to its claim, of the claims whose job was not queued again since. */
  readonly wait: Percentiles;
  /** From a claim to the end of its attempt, by the bucket of the end. */
  readonly run: Percentiles;
}

/** A worker that holds a job or did something of late. */
export interface WorkerActivity {
  readonly id: string;
  readonly holds: HeldJob | null;
  /** Whether the lease of what it holds has ended. */
  readonly overdue: boolean;
  /** Null where the store has no event of it. */
  readonly lastEvent: { readonly type: EventType; readonly createdAt: Instant } | null;
  readonly succeeded: number;
  readonly failed: number;
  readonly retried: number;
}

export interface HeldJob {
  readonly id: string;
  readonly type: string;
  readonly attempt: number;
  readonly lockedUntil: Instant;
}

/** How long a worker is shown after its latest event. */
export const WORKER_WINDOW_MS = 15 * 60_000;

/**
 * What the history of the whole queue says of the recent past. Percentiles of a bucket with more than 20,000 events are
 * those of a sample. Any method may reject with `StoreUnavailableError`.
 */
export abstract class QueueActivity {
  /** Oldest bucket first. */
  abstract buckets(row: BucketRow): Promise<readonly Bucket[]>;
  /** Who held a job or wrote an event in the last {@link WORKER_WINDOW_MS}, in no particular order. */
  abstract workers(): Promise<readonly WorkerActivity[]>;
}
