import type { JobQueries, JobStats } from '../ports/job-queries.js';

/** The figures of the whole queue. */
export class GetStats {
  constructor(private readonly queries: JobQueries) {}

  async execute(): Promise<JobStats> {
    return this.queries.stats();
  }
}
