import type { Claim, ClaimToken, GuardedWrite } from '../../application/ports/job-repository.js';
import type { Job } from '../../domain/job.js';
import type { NewJob } from '../../domain/new-job.js';
import type { Expiry, ManualRetry, Outcome, SignOfLife } from '../../domain/transition.js';

export interface Created {
  readonly job: Job;
  readonly replayed: boolean;
}

/** A guarded write that is asked for: what happens, and the token that must still be true. */
export interface GuardedRequest<T extends Outcome | SignOfLife> {
  readonly token: ClaimToken;
  readonly transition: T;
}

/** The answer to one request of a batch: a promise where its row is locked by somebody else, and waited for alone. */
export type Answer = GuardedWrite | Promise<GuardedWrite>;

/**
 * What a database dialect must be able to do for the repository. The methods mirror the repository's, over batches:
 * results stand in the order of the items, and no job appears twice in a batch of guarded requests. Each call is one
 * transaction: it happens for the whole batch or for none of it.
 */
export interface JobStatements {
  create(drafts: readonly NewJob[]): Promise<readonly Created[]>;
  claim(workerIds: readonly string[], leaseMs: number): Promise<readonly Claim[]>;
  settle(requests: readonly GuardedRequest<Outcome>[]): Promise<readonly Answer[]>;
  touch(requests: readonly GuardedRequest<SignOfLife>[]): Promise<readonly Answer[]>;
  expireLeases(limit: number, decide: (job: Job) => Expiry): Promise<readonly Job[]>;
  change(jobId: string, decide: (job: Job) => ManualRetry): Promise<Job | undefined>;
}
