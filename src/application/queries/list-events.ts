import { JobNotFoundError } from '../../domain/errors.js';
import type { JobEvent } from '../../domain/job-event.js';
import type { EventFilter, FeedPage, FeedPosition, JobQueries } from '../ports/job-queries.js';
import { FEED_PAGE, JOB_EVENTS_PAGE, pageSize } from './page-limits.js';

/** The history of one job, oldest event first. */
export class ListEventsOfJob {
  constructor(private readonly queries: JobQueries) {}

  /**
   * @param afterId only events with a greater id; 0 for all
   * @throws JobNotFoundError
   */
  async execute(
    jobId: string,
    afterId = 0,
  ): Promise<{ readonly events: readonly JobEvent[]; readonly hasMore: boolean }> {
    const limit = JOB_EVENTS_PAGE.max;
    const events = await this.queries.eventsOf(jobId, afterId, limit + 1);
    if (events === undefined) throw new JobNotFoundError(jobId);
    return { events: events.slice(0, limit), hasMore: events.length > limit };
  }
}

export interface ListEventFeedInput extends EventFilter {
  /** ≥ 1; clamped to the largest page. */
  readonly limit?: number;
  readonly position?: FeedPosition;
}

/** A page of the events of all jobs, newest first. */
export class ListEventFeed {
  constructor(private readonly queries: JobQueries) {}

  async execute(input: ListEventFeedInput): Promise<FeedPage & { readonly limit: number }> {
    const { limit: asked, position, ...filter } = input;
    const limit = pageSize(asked, FEED_PAGE);
    return { ...(await this.queries.feed(filter, limit, position)), limit };
  }
}
