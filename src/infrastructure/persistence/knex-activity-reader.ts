import type { Percentiles } from '../../application/ports/queue-activity.js';
import type { Instant } from '../../domain/job.js';
import type { EventType } from '../../domain/job-status.js';
import { type ActivityReader, type Holding, RETRIES, type SliceFigures, type WorkerTally } from './activity-reader.js';
import type { Database } from './database.js';
import { eventsBetween, type InstantDialect } from './event-range.js';
import type { ConditionDialect } from './job-conditions.js';
import {
  type CountRow,
  countsBySlice,
  type FiguresDialect,
  oneOf,
  type PercentileRow,
  runsBySlice,
  sampleOf,
  sliceOf,
  startOf,
  waitsBySlice,
} from './slice-figures-sql.js';

/** What the two databases write differently here. */
export interface ActivityDialect extends FiguresDialect, InstantDialect, Pick<ConditionDialect, 'idIn'> {
  /** An expression for the store's now, in whole milliseconds. */
  readonly now: string;
}

/** Most workers that are seen in one stretch of slices; of more, those that wrote last. */
const MAX_TALLIES = 10_000;

/** The activity of a SQL store. */
export class KnexActivityReader implements ActivityReader {
  constructor(
    private readonly database: Database,
    private readonly dialect: ActivityDialect,
  ) {}

  async now(): Promise<Instant> {
    const [row] = await this.#query<{ readonly now: number | string }>(`SELECT ${this.dialect.now} AS now`);
    return Number(row?.now);
  }

  async figures(from: Instant, to: Instant, sliceMs: number): Promise<ReadonlyMap<Instant, SliceFigures>> {
    const { dialect } = this;
    const range = await eventsBetween(this.#query, dialect, from, to);
    const counts = await this.#query<CountRow>(countsBySlice(dialect, sliceMs, range), range.bindings);
    if (counts.length === 0) return new Map();
    const sizes = counts.map(({ slice, events }) => ({ slice: Number(slice), count: Number(events) }));
    const sample = sampleOf(dialect, sliceMs, sizes);
    const waits = await this.#percentiles(waitsBySlice(dialect, sliceMs, range, sample), range.bindings, sliceMs);
    const runs = await this.#percentiles(runsBySlice(dialect, sliceMs, range, sample), range.bindings, sliceMs);
    return new Map(
      counts.map(({ slice, created, succeeded, failed, retried }) => {
        const start = startOf(slice, sliceMs);
        const numbers = { created: Number(created), succeeded: Number(succeeded), failed: Number(failed) };
        const [wait, run] = [waits.get(start) ?? NONE, runs.get(start) ?? NONE];
        return [start, { ...numbers, retried: Number(retried), wait, run }];
      }),
    );
  }

  async tallies(from: Instant, to: Instant, sliceMs: number): Promise<ReadonlyMap<Instant, readonly WorkerTally[]>> {
    const range = await eventsBetween(this.#query, this.dialect, from, to);
    const rows = await this.#query<TallyRow>(
      `SELECT tally.*, latest.type AS last_type, ${this.dialect.milliseconds('latest.created_at')} AS last_at
       FROM (
         SELECT ${sliceOf(this.dialect, sliceMs)} AS slice, worker_id, max(id) AS last_id,
           count(*) FILTER (WHERE type = 'succeeded') AS succeeded, count(*) FILTER (WHERE type = 'failed') AS failed,
           count(*) FILTER (WHERE ${oneOf(RETRIES)}) AS retried
         FROM jobs_jobevent AS e WHERE ${range.sql} AND worker_id IS NOT NULL
         GROUP BY 1, 2 ORDER BY 3 DESC LIMIT ${MAX_TALLIES}
       ) AS tally JOIN jobs_jobevent AS latest ON latest.id = tally.last_id`,
      range.bindings,
    );
    const slices = new Map<Instant, WorkerTally[]>();
    for (const row of rows) {
      const start = startOf(row.slice, sliceMs);
      slices.set(start, [...(slices.get(start) ?? []), tallyFromRow(row)]);
    }
    return slices;
  }

  async holdings(limit: number): Promise<readonly Holding[]> {
    const rows = await this.#query<HoldingRow>(
      `SELECT id, type, attempts, locked_by, ${this.dialect.milliseconds('locked_until')} AS until
       FROM jobs_job WHERE status = 'running' ORDER BY locked_until LIMIT ?`,
      [limit],
    );
    return rows.map(({ id, type, attempts, locked_by, until }) => {
      return { id, type, attempt: attempts, lockedUntil: Number(until), workerId: locked_by };
    });
  }

  async latestEvents(jobIds: readonly string[]): Promise<ReadonlyMap<string, WorkerTally['lastEvent']>> {
    const { sql, bindings } = this.dialect.idIn(jobIds);
    const rows = await this.#query<EventPlace & { readonly job_id: string }>(
      `SELECT e.job_id, e.id AS last_id, e.type AS last_type, ${this.dialect.milliseconds('e.created_at')} AS last_at
       FROM (SELECT id FROM jobs_job WHERE ${sql}) AS job
       JOIN jobs_jobevent AS e ON e.id = (SELECT max(id) FROM jobs_jobevent WHERE job_id = job.id)`,
      bindings,
    );
    return new Map(rows.map((row) => [row.job_id, lastEvent(row)]));
  }

  async #percentiles(sql: string, bindings: readonly unknown[], sliceMs: number): Promise<Map<Instant, Percentiles>> {
    const rows = await this.#query<PercentileRow>(sql, bindings);
    return new Map(
      rows.map(({ slice, p50, p95 }) => [startOf(slice, sliceMs), { p50: Number(p50), p95: Number(p95) }]),
    );
  }

  readonly #query = <Row>(sql: string, bindings?: readonly unknown[]): Promise<Row[]> =>
    this.database.query<Row>(sql, bindings);
}

const NONE: Percentiles = { p50: null, p95: null };

interface EventPlace {
  readonly last_id: number | string;
  readonly last_type: EventType;
  readonly last_at: number | string;
}

type TallyRow = EventPlace &
  Readonly<Record<'slice' | 'succeeded' | 'failed' | 'retried', number | string>> & { readonly worker_id: string };

interface HoldingRow {
  readonly id: string;
  readonly type: string;
  readonly attempts: number;
  readonly locked_by: string;
  readonly until: number | string;
}

function tallyFromRow(row: TallyRow): WorkerTally {
  const { worker_id, succeeded, failed, retried } = row;
  const counts = { succeeded: Number(succeeded), failed: Number(failed), retried: Number(retried) };
  return { id: worker_id, ...counts, lastEvent: lastEvent(row) };
}

function lastEvent({ last_id, last_type, last_at }: EventPlace): WorkerTally['lastEvent'] {
  return { id: Number(last_id), type: last_type, createdAt: Number(last_at) };
}
