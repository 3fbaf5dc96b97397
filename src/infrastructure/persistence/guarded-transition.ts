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

/**
 * Whether `history`, the events of one job in order, shows that `token` was settled with `outcome` before. A worker may
 * come to the same job and attempt again after a manual retry: only what follows its latest claim is of this claim.
 */
export function provesSettle(
  history: readonly Pick<NewJobEvent, 'type' | 'attempt' | 'workerId' | 'message'>[],
  token: ClaimToken,
  outcome: Outcome,
): boolean {
  const own = history.filter(({ attempt, workerId }) => attempt === token.attempt && workerId === token.workerId);
  const claimedAt = own.findLastIndex(({ type }) => type === 'claimed');
  return own
    .slice(claimedAt + 1)
    .some(({ type, message }) => type === outcome.type && message === settleMessage(outcome));
}
