import type { JobFilter, JobPage, JobQueries } from '../ports/job-queries.js';
import { JOBS_PAGE, MAX_CAPPED_COUNT, pageSize } from './page-limits.js';

export interface ListJobsInput extends JobFilter {
  /** ≥ 1; clamped to the largest page. */
  readonly limit?: number;
  /** ≥ 0; a page past the end is empty. */
  readonly offset?: number;
  /** `capped`: counts at most {@link MAX_CAPPED_COUNT} jobs, which costs little however many there are. */
  readonly count?: 'exact' | 'capped';
}

/** A page with the size and place that were applied. */
export interface ListedJobs extends JobPage {
  readonly limit: number;
  readonly offset: number;
  /** So many jobs match for certain: enough to tell whether there are any behind this page. */
  readonly atLeast: number;
}

/** A page of jobs, newest first. */
export class ListJobs {
  constructor(private readonly queries: JobQueries) {}

  async execute(input: ListJobsInput): Promise<ListedJobs> {
    const { limit: asked, offset = 0, count: counting = 'exact', ...filter } = input;
    const limit = pageSize(asked, JOBS_PAGE);
    // Far into the list, a capped count goes as far as the page, which was read anyway.
    const countUpTo = counting === 'capped' ? Math.max(MAX_CAPPED_COUNT, offset + limit) : undefined;
    const page = await this.queries.jobs(filter, limit, offset, countUpTo);
    const atLeast = page.isCapped ? page.count + 1 : page.count;
    const count = counting === 'capped' ? Math.min(page.count, MAX_CAPPED_COUNT) : page.count;
    return { jobs: page.jobs, count, isCapped: count < atLeast, limit, offset, atLeast };
  }
}
