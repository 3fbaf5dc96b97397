import { JobNotFoundError } from '../../domain/errors.js';
import type { Job } from '../../domain/job.js';
import type { JobQueries } from '../ports/job-queries.js';

/** One job as it is now. */
export class GetJob {
  constructor(private readonly queries: JobQueries) {}

  /** @throws JobNotFoundError */
  async execute(id: string): Promise<Job> {
    const job = await this.queries.job(id);
    if (job === undefined) throw new JobNotFoundError(id);
    return job;
  }
}
