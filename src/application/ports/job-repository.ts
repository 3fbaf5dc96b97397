import type { Job } from '../../domain/job.js';
import type { NewJob } from '../../domain/new-job.js';
import type { Expiry, ManualRetry, Outcome, SignOfLife } from '../../domain/transition.js';

/**
 * Proof of ownership of one claim. Every later write must show it, and succeeds only while the row still carries all
 * three values and is running.
 */
export interface ClaimToken {
  readonly jobId: string;
  readonly workerId: string;
  readonly attempt: number;
}

/** A job as it was claimed, and the token that its owner must show. */
export interface Claim {
  readonly job: Job;
  readonly token: ClaimToken;
}

/** Whether a guarded write found its claim (`written`) or somebody has taken the job back (`lost`: nothing changed). */
export type GuardedWrite = 'written' | 'lost';

/**
 * Where jobs and their events are kept. Each write changes the job and appends its event in one transaction, with one
 * instant taken from the store's clock. Any method may reject with `StoreUnavailableError`.
 */
export abstract class JobRepository {
  /**
   * Stores a new job, or gives back the job that already has its idempotency key, unchanged, with `replayed: true`.
   * Repeating a call whose outcome is unknown, with the same draft, never makes a second row.
   */
  abstract create(draft: NewJob): Promise<{ readonly job: Job; readonly replayed: boolean }>;

  /**
   * Takes up to one claimable job for each worker id, in claim order: the i-th claim belongs to `workerIds[i]`. Jobs
   * that other claimers hold at this moment are passed over. Gives fewer claims, or none, when there are fewer jobs.
   */
  abstract claim(workerIds: readonly string[], leaseMs: number): Promise<readonly Claim[]>;

  /** Ends a claim. Repeating a settle that was written answers `written` again and changes nothing. */
  abstract settle(token: ClaimToken, outcome: Outcome): Promise<GuardedWrite>;

  /** Renews the lease of a claim, or adds a progress event to it. */
  abstract touch(token: ClaimToken, sign: SignOfLife): Promise<GuardedWrite>;

  /**
   * Takes back up to `limit` running jobs whose lease ended before the store's now, longest overdue first, passing over
   * rows that others hold. Reads, decides and writes in one transaction, so that a job settled meanwhile stays settled.
   *
   * @returns the jobs as they were left
   */
  abstract expireLeases(limit: number, decide: (job: Job) => Expiry): Promise<readonly Job[]>;

  /**
   * Carries out what `decide` says of one job, which stays locked in between. What `decide` throws is passed on and
   * leaves the job unchanged.
   *
   * @returns the job as it was left, or undefined if there is none with this id
   */
  abstract change(jobId: string, decide: (job: Job) => ManualRetry): Promise<Job | undefined>;
}
