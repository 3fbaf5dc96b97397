import type { ClaimToken } from '../../application/ports/job-repository.js';
import type { Instant, Job } from '../../domain/job.js';
import { EVENT_MESSAGES, type NewJobEvent, transitionEvent } from '../../domain/job-event.js';
import type { Expiry, Outcome, Transition } from '../../domain/transition.js';

/** Whether the row still carries the claim that `token` stands for. Never compares times. */
export function holdsClaim(job: Job | undefined, token: ClaimToken): job is Job {
  return job?.status === 'running' && job.lockedBy === token.workerId && job.attempts === token.attempt;
}

/** Both sides of one transition: the row to store and the event to append. */
export function carryOut(
  before: Job,
  transition: Transition,
  at: Instant,
): { readonly job: Job; readonly event: NewJobEvent } {
  const job = before.apply(transition, at);
  return { job, event: transitionEvent(before, transition, job, at) };
}

/** The message of the event that ends a claim. */
export function settleMessage(transition: Outcome | Expiry): string {
  return transition.type === 'succeeded' ? EVENT_MESSAGES.succeeded : transition.error;
}

/** Whether `event` is what settling `token` with `outcome` writes: proof that a repeated settle took place before. */
export function provesSettle(
  event: Pick<NewJobEvent, 'type' | 'attempt' | 'workerId' | 'message'>,
  token: ClaimToken,
  outcome: Outcome,
): boolean {
  return (
    event.type === outcome.type &&
    event.attempt === token.attempt &&
    event.workerId === token.workerId &&
    event.message === settleMessage(outcome)
  );
}
