import type { JobFilter, JobPage, JobQueries } from '../ports/job-queries.js';
import { JOBS_PAGE, pageSize } from './page-limits.js';

export interface ListJobsInput extends JobFilter {
  /** ≥ 1; clamped to the largest page. */
  readonly limit?: number;
  /** ≥ 0; a page past the end is empty. */
  readonly offset?: number;
}

/** A page of jobs, newest first, with the size and place that were applied. */
export class ListJobs {
  constructor(private readonly queries: JobQueries) {}

  async execute(input: ListJobsInput): Promise<JobPage & { readonly limit: number; readonly offset: number }> {
    const { limit: asked, offset = 0, ...filter } = input;
    const limit = pageSize(asked, JOBS_PAGE);
    return { ...(await this.queries.jobs(filter, limit, offset)), limit, offset };
  }
}
