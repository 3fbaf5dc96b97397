import {
  type EventFilter,
  type FeedPage,
  type FeedPosition,
  type JobFilter,
  type JobPage,
  JobQueries,
  type JobStats,
  type JobSummary,
  type ListOptions,
} from '../../application/ports/job-queries.js';
import { freeEventFilters, freeJobFilters } from '../../application/queries/free-filters.js';
import type { Job } from '../../domain/job.js';
import type { JobEvent } from '../../domain/job-event.js';
import type { JobStatus } from '../../domain/job-status.js';
import { BoundedScans } from './bounded-scans.js';
import type { InMemoryJobTable } from './in-memory-job-table.js';
import { jobMatcher } from './job-matcher.js';
import { JOB_COMPARISONS } from './job-orderings.js';
import { slicedFilter } from './sliced-filter.js';

/** Reads of the in-memory store. */
export class InMemoryJobQueries extends JobQueries {
  constructor(
    private readonly table: InMemoryJobTable,
    private readonly scans = new BoundedScans(),
  ) {
    super();
  }

  async job(id: string): Promise<Job | undefined> {
    return this.table.get(id);
  }

  async jobs(
    filter: JobFilter,
    limit: number,
    offset: number,
    { ordering = '-created_at', countUpTo = Infinity }: ListOptions = {},
  ): Promise<JobPage> {
    const matching = await this.#matching(filter);
    matching.sort(JOB_COMPARISONS[ordering]);
    const count = Math.min(matching.length, countUpTo);
    return { count, isCapped: count < matching.length, jobs: matching.slice(offset, offset + limit) };
  }

  async summaries(
    filter: JobFilter,
    limit: number,
    offset: number,
    options?: ListOptions,
  ): Promise<JobPage<JobSummary>> {
    const page = await this.jobs(filter, limit, offset, options);
    return { ...page, jobs: page.jobs.map(({ payload: _, result: __, ...summary }) => summary) };
  }

  async eventsOf(jobId: string, afterId: number, limit: number): Promise<readonly JobEvent[] | undefined> {
    if (this.table.get(jobId) === undefined) return undefined;
    const later = this.table.eventsOf(jobId).filter((event) => event.id > afterId);
    return later.slice(0, limit);
  }

  async feed(filter: EventFilter, limit: number, position?: FeedPosition): Promise<FeedPage> {
    const source = filter.jobId === undefined ? this.table.events : this.table.eventsOf(filter.jobId);
    const matching = await this.#matchingEvents(source, filter);
    if (position !== undefined && 'after' in position) {
      const newer = matching.filter((event) => event.id > position.after);
      return { events: newer.slice(0, limit).reverse(), hasMore: newer.length > limit };
    }
    const inPlace = position === undefined ? matching : matching.filter(({ id }) => isInPlace(id, position));
    return { events: inPlace.slice(-limit).reverse(), hasMore: inPlace.length > limit };
  }

  async types(limit: number): Promise<readonly string[]> {
    return [...new Set(this.table.all().map(({ type }) => type))].slice(0, limit);
  }

  async stats(): Promise<JobStats> {
    const now = Date.now();
    const byStatus: Record<JobStatus, number> = { queued: 0, running: 0, succeeded: 0, failed: 0 };
    let overdueRunning = 0;
    let retriesPending = 0;
    let oldestQueuedAt: number | null = null;
    const jobs = this.table.all();
    for (const job of jobs) {
      byStatus[job.status] += 1;
      if (job.lockedUntil !== null && job.lockedUntil < now) overdueRunning += 1;
      if (job.status === 'queued' && job.attempts > 0) retriesPending += 1;
      if (job.isClaimableAt(now)) oldestQueuedAt = Math.min(oldestQueuedAt ?? job.availableAt, job.availableAt);
    }
    return { total: jobs.length, byStatus, overdueRunning, retriesPending, oldestQueuedAt, ageMs: 0 };
  }

  async ping(): Promise<void> {}

  async #matching(filter: JobFilter): Promise<Job[]> {
    const matches = jobMatcher(filter);
    const free = freeJobFilters(filter);
    if (free.length === 0) return this.table.all().filter(matches);
    return this.scans.run(free, (timeLeft) => slicedFilter(this.table.all(), matches, timeLeft));
  }

  async #matchingEvents(source: readonly JobEvent[], filter: EventFilter): Promise<readonly JobEvent[]> {
    const { type, worker } = filter;
    if (type === undefined && worker === undefined) return source;
    const matches = (event: JobEvent) =>
      (type === undefined || event.type === type) &&
      (worker === undefined || event.workerId?.startsWith(worker) === true);
    const free = freeEventFilters(filter);
    if (free.length === 0) return source.filter(matches);
    return this.scans.run(free, (timeLeft) => slicedFilter([...source], matches, timeLeft));
  }
}

function isInPlace(id: number, position: Exclude<FeedPosition, { after: number }>): boolean {
  return 'since' in position ? id > position.since : id < position.before;
}
