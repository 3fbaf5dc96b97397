import { IllegalTransitionError, JobNotFoundError } from '../domain/errors.js';
import type { JobFilter, JobQueries } from './ports/job-queries.js';
import type { RetryJob } from './retry-job.js';

export const BULK_RETRY_LIMIT = { default: 500, min: 1, max: 1000 } as const;

/** Leaves connections of the pool to everybody else. */
const AT_ONCE = 4;

export interface RetryFailedJobsInput {
  /** Which of the failed jobs. */
  readonly filter: Omit<JobFilter, 'status'>;
  /** Counts and retries nothing. */
  readonly dryRun?: boolean;
  /** Most jobs to retry, from 1 to 1,000. */
  readonly limit?: number;
}

export interface RetriedJobs {
  /** How many failed jobs matched before anything was retried. */
  readonly matched: number;
  readonly retried: number;
  /** No longer failed, or gone, when their turn came. */
  readonly skipped: number;
}

/**
 * Sends the failed jobs that match back to the queue, newest first. Each is a retry of its own: what was done stays
 * done when the store fails half-way, and the same call goes on from there.
 */
export class RetryFailedJobs {
  constructor(
    private readonly queries: JobQueries,
    private readonly retryJob: RetryJob,
  ) {}

  /** @throws FilterTooSlowError before anything is retried; StoreUnavailableError */
  async execute(input: RetryFailedJobsInput): Promise<RetriedJobs> {
    const { filter, dryRun = false, limit = BULK_RETRY_LIMIT.default } = input;
    const failed = { ...filter, status: 'failed' } as const;
    const { count, jobs } = await this.queries.summaries(failed, dryRun ? 0 : limit, 0, { countNow: true });
    const retried = await this.#retryAll(jobs.map(({ id }) => id));
    // Others may have been at work between the count and the list, too.
    return { matched: count, retried, skipped: dryRun ? 0 : Math.max(0, Math.min(count, limit) - retried) };
  }

  /** @returns how many were retried here; rejects when the last retry under way has ended */
  async #retryAll(ids: readonly string[]): Promise<number> {
    const pending = [...ids];
    let retried = 0;
    const work = async () => {
      for (let id = pending.shift(); id !== undefined; id = pending.shift()) if (await this.#retry(id)) retried += 1;
    };
    const lanes = Array.from({ length: AT_ONCE }, () =>
      work().catch((error: unknown) => {
        pending.length = 0;
        throw error;
      }),
    );
    await Promise.allSettled(lanes);
    await Promise.all(lanes);
    return retried;
  }

  /** @returns whether the job was failed until now */
  async #retry(id: string): Promise<boolean> {
    try {
      await this.retryJob.execute(id);
      return true;
    } catch (error) {
      if (error instanceof IllegalTransitionError || error instanceof JobNotFoundError) return false;
      throw error;
    }
  }
}
