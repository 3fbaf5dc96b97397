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
import { where } from './conditions.js';
import { countEverything } from './count-everything.js';
import type { Database } from './database.js';
import { countJobs, newestJobs, select } from './job-list.js';
import { type EventRow, eventFromRow, type JobRow, jobFromRow } from './job-row.js';
import type { QueryDialect } from './query-dialect.js';
import { SharedCounts } from './shared-counts.js';
import { SharedReading } from './shared-reading.js';

/** Figures above this are shared by all callers for {@link SHARED_MS}; up to it they are counted anew for each. */
const EXACT_MAX = 100_000;
const SHARED_MS = 2_000;

/** In no index by themselves: they are in every job's history, so that a few steps through all events find them. */
const COMMON_EVENTS: readonly string[] = ['created', 'claimed'];
const INDEXED_EVENTS = `type NOT IN ('created', 'claimed')`;

/** Reads of a SQL store. */
export class KnexJobQueries extends JobQueries {
  readonly #stats: SharedReading<Omit<JobStats, 'ageMs'>>;
  readonly #counts = new SharedCounts((count) => count > EXACT_MAX, SHARED_MS);

  constructor(
    private readonly database: Database,
    private readonly dialect: QueryDialect,
  ) {
    super();
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

  async jobs(filter: JobFilter, limit: number, offset: number, countUpTo?: number): Promise<JobPage> {
    const selection = await select(this.database, this.dialect, filter);
    const counted = await this.#counts.read(JSON.stringify([filter.status, filter.type, countUpTo]), () =>
      countJobs(this.database, selection, countUpTo),
    );
    const count = Math.min(counted, countUpTo ?? counted);
    const isCapped = count < counted;
    const range = { limit, offset };
    const rows = await newestJobs(this.database, this.dialect, selection, isCapped ? Infinity : count, range);
    return { count, isCapped, jobs: rows.map((row) => jobFromRow(row, this.dialect.json)) };
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
    const { sql, bindings } = where([
      filter.type !== undefined && { sql: 'type = ?', bindings: [filter.type] },
      filter.type !== undefined && !COMMON_EVENTS.includes(filter.type) && { sql: INDEXED_EVENTS, bindings: [] },
      filter.jobId !== undefined && { sql: 'job_id = ?', bindings: [filter.jobId] },
      newer && { sql: 'id > ?', bindings: [position.after] },
      position !== undefined && 'before' in position && { sql: 'id < ?', bindings: [position.before] },
    ]);
    const rows = await this.database.query<EventRow>(
      `SELECT * FROM jobs_jobevent ${sql} ORDER BY id ${newer ? 'ASC' : 'DESC'} LIMIT ?`,
      [...bindings, limit + 1],
    );
    const events = rows.slice(0, limit).map((row) => eventFromRow(row, this.dialect.json));
    return { events: newer ? events.reverse() : events, hasMore: rows.length > limit };
  }

  async stats(): Promise<JobStats> {
    const { value, ageMs } = await this.#stats.read();
    return { ...value, ageMs };
  }

  async ping(): Promise<void> {
    await this.database.query('SELECT 1');
  }
}
