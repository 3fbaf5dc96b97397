import type { JsonObject, JsonValue } from './json.js';

/**
 * What happens to an existing job, one variant per event type. Transitions speak of durations and never of instants:
 * the entity decides, the store stamps (see docs/adr).
 */
export type Transition =
  | Claimed
  | LeaseRenewed
  | Progress
  | Succeeded
  | RetryScheduled
  | Failed
  | TimeoutRequeued
  | ManualRetry;

/** One worker takes the job for `leaseMs` milliseconds. */
export interface Claimed {
  readonly type: 'claimed';
  readonly workerId: string;
  readonly leaseMs: number;
}

/** The owner may work for another `leaseMs` milliseconds, counted from the moment of the write. */
export interface LeaseRenewed {
  readonly type: 'lease_renewed';
  readonly leaseMs: number;
}

/** The handler reports how far it has come. */
export interface Progress {
  readonly type: 'progress';
  readonly message: string;
  readonly data: JsonObject;
}

export interface Succeeded {
  readonly type: 'succeeded';
  readonly result: JsonValue;
}

/** The attempt failed; the next may begin after `delayMs`. */
export interface RetryScheduled {
  readonly type: 'retry_scheduled';
  readonly error: string;
  readonly delayMs: number;
}

/** The attempt failed and there will be no other. */
export interface Failed {
  readonly type: 'failed';
  readonly error: string;
}

/** The lease ran out; the next attempt may begin after `delayMs`. */
export interface TimeoutRequeued {
  readonly type: 'timeout_requeued';
  readonly error: string;
  readonly delayMs: number;
}

/** An operator sends a failed job back to the queue, with all its attempts. */
export interface ManualRetry {
  readonly type: 'manual_retry';
}

/** The transitions that end a claim in the hands of its owner. */
export type Outcome = Succeeded | RetryScheduled | Failed;

/** The signs of life of a running attempt. */
export type SignOfLife = LeaseRenewed | Progress;

/** The transitions that end a claim whose lease ran out. */
export type Expiry = TimeoutRequeued | Failed;
