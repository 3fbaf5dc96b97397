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
import { freeEventFilters } from '../../application/queries/free-filters.js';
import type { Job } from '../../domain/job.js';
import type { JobEvent } from '../../domain/job-event.js';
import type { BoundedScans } from './bounded-scans.js';
import { where } from './conditions.js';
import { countEverything } from './count-everything.js';
import type { Database } from './database.js';
import { distinctTypes } from './distinct-types.js';
import { eventConditions, placeConditions } from './event-conditions.js';
import { type EventRow, eventFromRow, type JobRow, jobFromRow } from './job-row.js';
import { KnexJobLists } from './knex-job-lists.js';
import { LimitedReads } from './limited-reads.js';
import type { QueryDialect } from './query-dialect.js';
import { SharedReading } from './shared-reading.js';

/** Figures above this are shared by all callers for {@link SHARED_MS}; up to it they are counted anew for each. */
const EXACT_MAX = 100_000;
const SHARED_MS = 2_000;

/** Reads of a SQL store. */
export class KnexJobQueries extends JobQueries {
  readonly #stats: SharedReading<Omit<JobStats, 'ageMs'>>;
  readonly #reads: LimitedReads;
  readonly #lists: KnexJobLists;

  constructor(
    private readonly database: Database,
    private readonly dialect: QueryDialect,
    scans: BoundedScans,
  ) {
    super();
    this.#reads = new LimitedReads(database, dialect.limit, scans);
    this.#lists = new KnexJobLists(this.#reads, dialect);
    this.#stats = new SharedReading(
      () => countEverything(database, dialect),
      ({ total }) => total > EXACT_MAX,
      SHARED_MS,
    );
  }

  async job(id: string): Promise<Job | undefined> {
    const [row] = await this.database.query<JobRow>('SELECT * FROM jobs_job WHERE id = ?', [id]);
    return row === undefined ? undefined : jobFromRow(row, this.dialect.json);
  }

  async jobs(filter: JobFilter, limit: number, offset: number, options?: ListOptions): Promise<JobPage> {
    return this.#lists.jobs({ ...options, filter, limit, offset });
  }

  async summaries(
    filter: JobFilter,
    limit: number,
    offset: number,
    options?: ListOptions,
  ): Promise<JobPage<JobSummary>> {
    return this.#lists.summaries({ ...options, filter, limit, offset });
  }

  async eventsOf(jobId: string, afterId: number, limit: number): Promise<readonly JobEvent[] | undefined> {
    const rows = await this.database.query<EventRow>(
      'SELECT * FROM jobs_jobevent WHERE job_id = ? AND id > ? ORDER BY id LIMIT ?',
      [jobId, afterId, limit],
    );
    if (rows.length === 0 && (await this.job(jobId)) === undefined) return undefined;
    return rows.map((row) => eventFromRow(row, this.dialect.json));
  }

  async feed(filter: EventFilter, limit: number, position?: FeedPosition): Promise<FeedPage> {
    const newer = position !== undefined && 'after' in position;
    const { sql, bindings } = where([...eventConditions(filter, this.dialect), ...placeConditions(position)]);
    const rows = await this.#reads.run(freeEventFilters(filter), (query) =>
      query<EventRow>(`SELECT * FROM jobs_jobevent ${sql} ORDER BY id ${newer ? 'ASC' : 'DESC'} LIMIT ?`, [
        ...bindings,
        limit + 1,
      ]),
    );
    const events = rows.slice(0, limit).map((row) => eventFromRow(row, this.dialect.json));
    return { events: newer ? events.reverse() : events, hasMore: rows.length > limit };
  }

  async types(limit: number): Promise<readonly string[]> {
    return distinctTypes((sql, bindings) => this.database.query(sql, bindings), limit);
  }

  async stats(): Promise<JobStats> {
    const { value, ageMs } = await this.#stats.read();
    return { ...value, ageMs };
  }

  async ping(): Promise<void> {
    await this.database.query('SELECT 1');
  }
}
