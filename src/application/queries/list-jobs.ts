import { InvalidInputError } from '../../domain/errors.js';
import type { Job } from '../../domain/job.js';
import type { JobFilter, JobOrdering, JobPage, JobQueries, JobSummary } from '../ports/job-queries.js';
import { JOBS_PAGE, MAX_CAPPED_COUNT, pageSize } from './page-limits.js';

export interface ListJobsInput extends JobFilter {
  /** ≥ 1; clamped to the largest page. */
  readonly limit?: number;
  /** ≥ 0; a page past the end is empty. */
  readonly offset?: number;
  /** Newest first if left out. */
  readonly ordering?: JobOrdering;
  /** `summary` leaves out payloads and results. */
  readonly fields?: 'all' | 'summary';
  /** `capped`: counts at most {@link MAX_CAPPED_COUNT} jobs, which costs little however many there are. */
  readonly count?: 'exact' | 'capped';
}

/** A page with the size and place that were applied. */
export interface ListedJobs extends JobPage<Job | JobSummary> {
  readonly limit: number;
  readonly offset: number;
  /** So many jobs match for certain: enough to tell whether there are any behind this page. */
  readonly atLeast: number;
}

/** A page of jobs. */
export class ListJobs {
  constructor(private readonly queries: JobQueries) {}

  /** @throws InvalidInputError for the claim order of jobs that are not all queued; FilterTooSlowError */
  async execute(input: ListJobsInput): Promise<ListedJobs> {
    const { limit: asked, offset = 0, ordering = '-created_at', fields, count: counting = 'exact', ...filter } = input;
    if (ordering === 'claim' && filter.status !== 'queued')
      throw new InvalidInputError({ ordering: ['must not be claim unless status is queued'] });
    const limit = pageSize(asked, JOBS_PAGE);
    // Far into the list, a capped count goes as far as the page, which was read anyway.
    const capped = counting === 'capped' && { countUpTo: Math.max(MAX_CAPPED_COUNT, offset + limit) };
    const options = { ordering, ...capped };
    const page =
      fields === 'summary'
        ? await this.queries.summaries(filter, limit, offset, options)
        : await this.queries.jobs(filter, limit, offset, options);
    const atLeast = page.isCapped ? page.count + 1 : page.count;
    const count = counting === 'capped' ? Math.min(page.count, MAX_CAPPED_COUNT) : page.count;
    return { jobs: page.jobs, count, isCapped: count < atLeast, limit, offset, atLeast };
  }
}
