import type { Instant, Job } from './job.js';
import type { EventType } from './job-status.js';
import type { JsonObject } from './json.js';
import type { Transition } from './transition.js';

/** One append-only line of a job's history. The job row is the truth; events explain it. */
export interface JobEvent {
  /** Ascending in the order of writing. */
  readonly id: number;
  readonly jobId: string;
  readonly type: EventType;
  /** The attempt that the event belongs to; 0 outside any attempt. */
  readonly attempt: number;
  /** Who did it or, where a lease ran out, whose lease it was. */
  readonly workerId: string | null;
  readonly message: string;
  readonly data: JsonObject;
  readonly createdAt: Instant;
}

/** An event before the store has numbered it. */
export type NewJobEvent = Omit<JobEvent, 'id'>;

/** The fixed messages; the other events carry the handler's message or the error. */
export const EVENT_MESSAGES = {
  created: 'Job created',
  claimed: 'Job claimed',
  lease_renewed: 'Lease renewed',
  succeeded: 'Job succeeded',
  manual_retry: 'Manual retry',
} as const;

/** The first event of a job. */
export function createdEvent(job: Job): NewJobEvent {
  return {
    jobId: job.id,
    type: 'created',
    attempt: 0,
    workerId: null,
    message: EVENT_MESSAGES.created,
    data: { type: job.type },
    createdAt: job.createdAt,
  };
}

/** The event that `transition`, carried out at the instant `at`, leaves behind: `before` and `after` are the job's two sides. */
export function transitionEvent(before: Job, transition: Transition, after: Job, at: Instant): NewJobEvent {
  return {
    jobId: after.id,
    type: transition.type,
    attempt: after.attempts,
    workerId: after.lockedBy ?? before.lockedBy,
    ...describe(transition, after),
    createdAt: at,
  };
}

function describe(transition: Transition, after: Job): Pick<JobEvent, 'message' | 'data'> {
  switch (transition.type) {
    case 'claimed':
    case 'lease_renewed':
      return { message: EVENT_MESSAGES[transition.type], data: { locked_until: isoInstant(after.lockedUntil ?? 0) } };
    case 'progress':
      return { message: transition.message, data: transition.data };
    case 'succeeded':
    case 'manual_retry':
      return { message: EVENT_MESSAGES[transition.type], data: {} };
    case 'retry_scheduled':
    case 'timeout_requeued':
      return {
        message: transition.error,
        data: {
          error: transition.error,
          delay_seconds: transition.delayMs / 1000,
          available_at: isoInstant(after.availableAt),
        },
      };
    case 'failed':
      return { message: transition.error, data: { error: transition.error } };
  }
}

/** Instants inside event data are ISO 8601 in UTC with milliseconds, equal on every store. */
function isoInstant(at: Instant): string {
  return new Date(at).toISOString();
}
