import { type BackoffPolicy, backoffDelayMs } from './backoff.js';
import { IllegalTransitionError } from './errors.js';
import { type EventType, type JobStatus, TRANSITIONS } from './job-status.js';
import type { JsonValue } from './json.js';
import type {
  Claimed,
  Expiry,
  Failed,
  LeaseRenewed,
  ManualRetry,
  Progress,
  RetryScheduled,
  Succeeded,
  Transition,
} from './transition.js';

/** A moment, in whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** `last_error` and the event's error of an attempt whose lease ran out. */
export const LEASE_EXPIRED = 'Lease expired';

/** All fields of a job row. */
export interface JobFields {
  /** UUID in lower case. */
  readonly id: string;
  readonly type: string;
  readonly payload: JsonValue;
  readonly status: JobStatus;
  /** Higher is claimed first. */
  readonly priority: number;
  /** Not claimable before this instant. */
  readonly availableAt: Instant;
  /** How many claims were made since creation or the last manual retry, interrupted ones included. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly idempotencyKey: string | null;
  /** The owner while running, else null. Always null together with {@link lockedUntil}. */
  readonly lockedBy: string | null;
  /** The end of the lease while running, else null. */
  readonly lockedUntil: Instant | null;
  /** Why the latest attempt did not succeed; '' when nothing failed since the last claim. */
  readonly lastError: string;
  /** What the handler returned; null unless succeeded. */
  readonly result: JsonValue;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Set exactly while the job is succeeded or failed. */
  readonly finishedAt: Instant | null;
}

/**
 * A job: an immutable row with the rules of its life. Methods named after an event decide: they give the
 * {@link Transition} to carry out, or throw {@link IllegalTransitionError}. {@link Job.apply} is the one place where
 * fields change.
 */
export class Job implements JobFields {
  declare readonly id: string;
  declare readonly type: string;
  declare readonly payload: JsonValue;
  declare readonly status: JobStatus;
  declare readonly priority: number;
  declare readonly availableAt: Instant;
  declare readonly attempts: number;
  declare readonly maxAttempts: number;
  declare readonly idempotencyKey: string | null;
  declare readonly lockedBy: string | null;
  declare readonly lockedUntil: Instant | null;
  declare readonly lastError: string;
  declare readonly result: JsonValue;
  declare readonly createdAt: Instant;
  declare readonly updatedAt: Instant;
  declare readonly finishedAt: Instant | null;

  /** Restores a job from stored fields; new jobs begin as a `NewJob`. */
  constructor(fields: JobFields) {
    Object.assign(this, fields);
    Object.freeze(this);
  }

  get attemptsLeft(): boolean {
    return this.attempts < this.maxAttempts;
  }

  isClaimableAt(now: Instant): boolean {
    return this.status === 'queued' && this.attemptsLeft && this.availableAt <= now;
  }

  claim(workerId: string, leaseMs: number): Claimed {
    return this.allowed({ type: 'claimed', workerId, leaseMs });
  }

  renewLease(leaseMs: number): LeaseRenewed {
    return this.allowed({ type: 'lease_renewed', leaseMs });
  }

  progress(message: string, data: Progress['data']): Progress {
    return this.allowed({ type: 'progress', message, data });
  }

  complete(result: JsonValue): Succeeded {
    return this.allowed({ type: 'succeeded', result });
  }

  /** Ends the attempt with an error: another attempt after the backoff, or `failed` when this was the last. */
  fail(error: string, backoff: BackoffPolicy): RetryScheduled | Failed {
    return this.failAfter(error, backoffDelayMs(this.attempts, backoff));
  }

  /** Ends the attempt with an error that no further attempt can mend. */
  failPermanently(error: string): Failed {
    return this.allowed({ type: 'failed', error });
  }

  /** Ends an attempt that was cut off through no fault of its own: the next one may begin at once. */
  interrupt(error: string): RetryScheduled | Failed {
    return this.failAfter(error, 0);
  }

  /** Takes the job back from an owner whose lease ran out. */
  expireLease(backoff: BackoffPolicy): Expiry {
    if (!this.attemptsLeft) return this.allowed({ type: 'failed', error: LEASE_EXPIRED });
    return this.allowed({
      type: 'timeout_requeued',
      error: LEASE_EXPIRED,
      delayMs: backoffDelayMs(this.attempts, backoff),
    });
  }

  retry(): ManualRetry {
    return this.allowed({ type: 'manual_retry' });
  }

  /** The job after `transition`, carried out at the instant `at`. */
  apply(transition: Transition, at: Instant): Job {
    this.allowed(transition);
    if (transition.type === 'progress') return this;
    return new Job({
      ...this,
      ...changes(this, transition, at),
      status: TRANSITIONS[transition.type].to,
      updatedAt: at,
    });
  }

  private failAfter(error: string, delayMs: number): RetryScheduled | Failed {
    return this.allowed(this.attemptsLeft ? { type: 'retry_scheduled', error, delayMs } : { type: 'failed', error });
  }

  private allowed<T extends { readonly type: Exclude<EventType, 'created'> }>(transition: T): T {
    const required = TRANSITIONS[transition.type].from;
    if (this.status !== required) throw new IllegalTransitionError(this.status, transition.type, required);
    return transition;
  }
}

/** A duration may have a fraction of a millisecond; an instant has none. */
function after(at: Instant, durationMs: number): Instant {
  return at + Math.trunc(durationMs);
}

const UNLOCKED = { lockedBy: null, lockedUntil: null } as const;

function changes(job: Job, transition: Exclude<Transition, Progress>, at: Instant): Partial<JobFields> {
  switch (transition.type) {
    case 'claimed':
      return {
        attempts: job.attempts + 1,
        lockedBy: transition.workerId,
        lockedUntil: after(at, transition.leaseMs),
        lastError: '',
        result: null,
      };
    case 'lease_renewed':
      return { lockedUntil: after(at, transition.leaseMs) };
    case 'succeeded':
      return { ...UNLOCKED, result: transition.result, finishedAt: at };
    case 'retry_scheduled':
    case 'timeout_requeued':
      return { ...UNLOCKED, availableAt: after(at, transition.delayMs), lastError: transition.error };
    case 'failed':
      return { ...UNLOCKED, lastError: transition.error, finishedAt: at };
    case 'manual_retry':
      return { attempts: 0, availableAt: at, lastError: '', result: null, finishedAt: null };
  }
}
