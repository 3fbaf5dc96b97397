import type { Instant, Job } from '../../domain/job.js';
import type { JobEvent } from '../../domain/job-event.js';
import type { EventType, JobStatus } from '../../domain/job-status.js';

export interface JobFilter {
  readonly status?: JobStatus;
  /** Literal substring of the type; ASCII letters match in either case. */
  readonly type?: string;
}

export interface JobPage {
  /** How many jobs match the filter, on all pages together; at most so many as were to be counted. */
  readonly count: number;
  /** Whether more jobs match than were counted. */
  readonly isCapped: boolean;
  /** Newest first: `created_at` descending, then `id` descending. */
  readonly jobs: readonly Job[];
}

export interface EventFilter {
  readonly type?: EventType;
  readonly jobId?: string;
}

/** A position in the event feed: the events older than an id, or those newer than it. */
export type FeedPosition = { readonly before: number } | { readonly after: number };

export interface FeedPage {
  /** Newest first by id. */
  readonly events: readonly JobEvent[];
  /** Whether more events match in the direction of the position (older ones when there is none). */
  readonly hasMore: boolean;
}

export interface JobStats {
  readonly total: number;
  readonly byStatus: Readonly<Record<JobStatus, number>>;
  /** Running jobs whose lease has ended and that nobody took back yet. */
  readonly overdueRunning: number;
  /** Queued jobs that were attempted before. */
  readonly retriesPending: number;
  /** Earliest `available_at` among the jobs claimable now; null when there are none. */
  readonly oldestQueuedAt: Instant | null;
  /** How old the figures are: 0 when they were counted for this call. */
  readonly ageMs: number;
}

/** What can be read from the store. Any method may reject with `StoreUnavailableError`. */
export abstract class JobQueries {
  abstract job(id: string): Promise<Job | undefined>;
  /**
   * @param countUpTo counts no further than this; if left out, the count is exact, and above 100,000 jobs up to 2 s old:
   *   one count then serves all callers of the process
   */
  abstract jobs(filter: JobFilter, limit: number, offset: number, countUpTo?: number): Promise<JobPage>;
  /** Events of one job in ascending order of id, from above `afterId`; undefined if there is no such job. */
  abstract eventsOf(jobId: string, afterId: number, limit: number): Promise<readonly JobEvent[] | undefined>;
  abstract feed(filter: EventFilter, limit: number, position?: FeedPosition): Promise<FeedPage>;
  /** Exact up to 100,000 jobs; above, one count at most every 2 s serves all callers of the process. */
  abstract stats(): Promise<JobStats>;
  /** Resolves when the store answers. */
  abstract ping(): Promise<void>;
}
