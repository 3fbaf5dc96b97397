import { JobNotFoundError } from '../domain/errors.js';
import type { Job } from '../domain/job.js';
import type { JobRepository } from './ports/job-repository.js';
import type { WakeUp } from './ports/wake-up.js';

/** Sends a failed job back to the queue with all its attempts. */
export class RetryJob {
  constructor(
    private readonly repository: JobRepository,
    private readonly wakeUp: WakeUp,
  ) {}

  /** @throws JobNotFoundError, or IllegalTransitionError if the job has not failed */
  async execute(jobId: string): Promise<Job> {
    const job = await this.repository.change(jobId, (found) => found.retry());
    if (job === undefined) throw new JobNotFoundError(jobId);
    this.wakeUp.signal();
    return job;
  }
}
