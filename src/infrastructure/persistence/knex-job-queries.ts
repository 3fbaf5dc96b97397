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
import { JOB_STATUSES, type JobStatus } from '../../domain/job-status.js';
import type { Database } from './database.js';
import { foldAscii } from './fold-ascii.js';
import { type EventRow, eventFromRow, type JobRow, type JsonColumns, jobFromRow } from './job-row.js';
import { SharedReading } from './shared-reading.js';

/** What the two databases write differently in a query. */
export interface QueryDialect {
  readonly json: JsonColumns;
  /** An expression for the store's now, in whole milliseconds. */
  readonly now: string;
  /** A condition with one placeholder: `type` contains that text, which has its ASCII letters in lower case. */
  readonly typeContains: string;
}

const A_TO_Z = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const POSTGRES_QUERIES: QueryDialect = {
  json: 'parsed',
  now: `date_trunc('milliseconds', statement_timestamp())`,
  typeContains: `position(?::text IN translate(type, '${A_TO_Z}', '${A_TO_Z.toLowerCase()}')) > 0`,
};

export const SQLITE_QUERIES: QueryDialect = {
  json: 'text',
  now: `CAST(floor(unixepoch('subsec') * 1000) AS integer)`,
  typeContains: 'instr(lower(type), ?) > 0', // SQLite's lower() folds ASCII alone
};

interface Condition {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** Reads of a SQL store. */
export class KnexJobQueries extends JobQueries {
  readonly #stats: SharedReading<Omit<JobStats, 'ageMs'>>;

  constructor(
    private readonly database: Database,
    private readonly dialect: QueryDialect,
  ) {
    super();
    this.#stats = new SharedReading(
      () => this.#countEverything(),
      ({ total }) => total > EXACT_STATS_MAX,
      SHARED_STATS_MS,
    );
  }

  async job(id: string): Promise<Job | undefined> {
    const [row] = await this.database.query<JobRow>('SELECT * FROM jobs_job WHERE id = ?', [id]);
    return row === undefined ? undefined : jobFromRow(row, this.dialect.json);
  }

  async jobs(filter: JobFilter, limit: number, offset: number): Promise<JobPage> {
    const where = all([
      filter.status !== undefined && { sql: 'status = ?', bindings: [filter.status] },
      filter.type !== undefined && { sql: this.dialect.typeContains, bindings: [foldAscii(filter.type)] },
    ]);
    const [counted] = await this.database.query<{ count: number | string }>(
      `SELECT count(*) AS count FROM jobs_job ${where.sql}`,
      where.bindings,
    );
    const rows = await this.database.query<JobRow>(
      `SELECT * FROM jobs_job ${where.sql} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...where.bindings, limit, offset],
    );
    return { count: Number(counted?.count ?? 0), jobs: rows.map((row) => jobFromRow(row, this.dialect.json)) };
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
    const where = all([
      filter.type !== undefined && { sql: 'type = ?', bindings: [filter.type] },
      filter.jobId !== undefined && { sql: 'job_id = ?', bindings: [filter.jobId] },
      newer && { sql: 'id > ?', bindings: [position.after] },
      position !== undefined && 'before' in position && { sql: 'id < ?', bindings: [position.before] },
    ]);
    const rows = await this.database.query<EventRow>(
      `SELECT * FROM jobs_jobevent ${where.sql} ORDER BY id ${newer ? 'ASC' : 'DESC'} LIMIT ?`,
      [...where.bindings, limit + 1],
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

  async #countEverything(): Promise<Omit<JobStats, 'ageMs'>> {
    const [row] = await this.database.query<StatsRow>(`
      SELECT ${JOB_STATUSES.map((status) => `count(*) FILTER (WHERE status = '${status}') AS ${status}`).join(', ')},
        count(*) FILTER (WHERE status = 'running' AND locked_until < ${this.dialect.now}) AS overdue_running,
        count(*) FILTER (WHERE status = 'queued' AND attempts > 0) AS retries_pending,
        min(available_at) FILTER (WHERE status = 'queued' AND attempts < max_attempts AND available_at <= ${this.dialect.now})
          AS oldest_queued_at
      FROM jobs_job`);
    if (row === undefined) throw new Error('An aggregate without GROUP BY gave no row');
    const byStatus = Object.fromEntries(JOB_STATUSES.map((status) => [status, Number(row[status])])) as Record<
      JobStatus,
      number
    >;
    return {
      total: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
      byStatus,
      overdueRunning: Number(row.overdue_running),
      retriesPending: Number(row.retries_pending),
      oldestQueuedAt: row.oldest_queued_at === null ? null : Number(row.oldest_queued_at),
    };
  }
}

/** Above so many jobs, a count is shared for {@link SHARED_STATS_MS}. */
const EXACT_STATS_MAX = 100_000;
const SHARED_STATS_MS = 2_000;

type StatsRow = Readonly<Record<JobStatus | 'overdue_running' | 'retries_pending', number | string>> & {
  readonly oldest_queued_at: Date | number | null;
};

function all(conditions: readonly (Condition | false)[]): Condition {
  const given = conditions.filter((condition) => condition !== false);
  return {
    sql: given.length === 0 ? '' : `WHERE ${given.map(({ sql }) => sql).join(' AND ')}`,
    bindings: given.flatMap(({ bindings }) => bindings),
  };
}
