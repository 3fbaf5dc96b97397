import {
  type EventFilter,
  type FeedPage,
  type FeedPosition,
  type JobFilter,
  type JobPage,
  JobQueries,
  type JobStats,
} from '../../application/ports/job-queries.js';
import type { Job } from '../../domain/job.js';
import type { JobEvent } from '../../domain/job-event.js';
import type { JobStatus } from '../../domain/job-status.js';
import { foldAscii } from './fold-ascii.js';
import type { InMemoryJobTable } from './in-memory-job-table.js';

/** Reads of the in-memory store. */
export class InMemoryJobQueries extends JobQueries {
  constructor(private readonly table: InMemoryJobTable) {
    super();
  }

  async job(id: string): Promise<Job | undefined> {
    return this.table.get(id);
  }

  async jobs(filter: JobFilter, limit: number, offset: number, countUpTo = Infinity): Promise<JobPage> {
    const matching = this.table.all().filter((job) => matches(job, filter));
    matching.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
    const count = Math.min(matching.length, countUpTo);
    return { count, isCapped: count < matching.length, jobs: matching.slice(offset, offset + limit) };
  }

  async eventsOf(jobId: string, afterId: number, limit: number): Promise<readonly JobEvent[] | undefined> {
    if (this.table.get(jobId) === undefined) return undefined;
    const later = this.table.eventsOf(jobId).filter((event) => event.id > afterId);
    return later.slice(0, limit);
  }

  async feed(filter: EventFilter, limit: number, position?: FeedPosition): Promise<FeedPage> {
    const source = filter.jobId === undefined ? this.table.events : this.table.eventsOf(filter.jobId);
    const matching = filter.type === undefined ? source : source.filter((event) => event.type === filter.type);
    if (position !== undefined && 'after' in position) {
      const newer = matching.filter((event) => event.id > position.after);
      return { events: newer.slice(0, limit).reverse(), hasMore: newer.length > limit };
    }
    const older = position === undefined ? matching : matching.filter((event) => event.id < position.before);
    return { events: older.slice(-limit).reverse(), hasMore: older.length > limit };
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
}

function matches(job: Job, filter: JobFilter): boolean {
  if (filter.status !== undefined && job.status !== filter.status) return false;
  return filter.type === undefined || foldAscii(job.type).includes(foldAscii(filter.type));
}
