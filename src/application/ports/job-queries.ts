import type { Instant, Job, JobFields } from '../../domain/job.js';
import type { JobEvent } from '../../domain/job-event.js';
import type { EventType, JobStatus } from '../../domain/job-status.js';
import type { JsonValue } from '../../domain/json.js';

/** Conditions on jobs; all that are given must hold. Texts are taken literally. */
export interface JobFilter {
  readonly status?: JobStatus;
  /** Literal substring of the type; ASCII letters match in either case. */
  readonly type?: string;
  /** Beginning of the id, in lower case. */
  readonly idPrefix?: string;
  /** Ids in lower case, any of which matches. */
  readonly ids?: readonly string[];
  /** Inclusive. */
  readonly createdFrom?: Instant;
  /** Exclusive. */
  readonly createdTo?: Instant;
  /** Beginning of `locked_by`: only running jobs match. */
  readonly worker?: string;
  /** Literal substring of `last_error`; ASCII letters match in either case. A free filter. */
  readonly error?: string;
  readonly idempotencyKey?: string;
  /** Free filters. */
  readonly payload?: readonly PayloadCondition[];
}

export type JsonScalar = Exclude<JsonValue, object> | null;

/** The value at `path` in the payload is there and equals `equals`: same JSON type, numbers by value. */
export interface PayloadCondition {
  /** Keys from the root; one in decimal digits is also the index of an array. */
  readonly path: readonly string[];
  readonly equals: JsonScalar;
}

/**
 * Ties are always broken by id, in the direction of the order. `-finished_at`: unfinished jobs last. `claim`: the claim
 * order, jobs out of attempts last.
 */
export const JOB_ORDERINGS = ['-created_at', 'created_at', '-finished_at', 'claim'] as const;
export type JobOrdering = (typeof JOB_ORDERINGS)[number];

export interface ListOptions {
  /** Default `-created_at`. */
  readonly ordering?: JobOrdering;
  /** Counts no further than this. */
  readonly countUpTo?: number;
  /** Counts for this call. Otherwise, above 100,000 jobs, one count serves all callers of the process for up to 2 s. */
  readonly countNow?: boolean;
}

/** A job without what may be large. */
export type JobSummary = Omit<JobFields, 'payload' | 'result'>;

export interface JobPage<J = Job> {
  /** How many jobs match the filter, on all pages together; at most so many as were to be counted. */
  readonly count: number;
  /** Whether more jobs match than were counted. */
  readonly isCapped: boolean;
  readonly jobs: readonly J[];
}

export interface EventFilter {
  readonly type?: EventType;
  readonly jobId?: string;
  /** Beginning of `worker_id`. A free filter. */
  readonly worker?: string;
}

/** A position in the event feed: the events older than an id, or those next to it on the newer side. */
export type CursorPosition = { readonly before: number } | { readonly after: number };

/** `since`: the newest of those newer than an id. */
export type FeedPosition = CursorPosition | { readonly since: number };

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

/**
 * What can be read from the store. Any method may reject with `StoreUnavailableError`, and one that takes free filters,
 * which no index serves, with `FilterTooSlowError`: they run for at most two seconds.
 */
export abstract class JobQueries {
  abstract job(id: string): Promise<Job | undefined>;
  abstract jobs(filter: JobFilter, limit: number, offset: number, options?: ListOptions): Promise<JobPage>;
  /** As {@link jobs}, without reading payloads and results. */
  abstract summaries(
    filter: JobFilter,
    limit: number,
    offset: number,
    options?: ListOptions,
  ): Promise<JobPage<JobSummary>>;
  /** Events of one job in ascending order of id, from above `afterId`; undefined if there is no such job. */
  abstract eventsOf(jobId: string, afterId: number, limit: number): Promise<readonly JobEvent[] | undefined>;
  abstract feed(filter: EventFilter, limit: number, position?: FeedPosition): Promise<FeedPage>;
  /** The types of the stored jobs, at most `limit` of them, in no particular order. */
  abstract types(limit: number): Promise<readonly string[]>;
  /** Exact up to 100,000 jobs; above, one count at most every 2 s serves all callers of the process. */
  abstract stats(): Promise<JobStats>;
  /** Resolves when the store answers. */
  abstract ping(): Promise<void>;
}
