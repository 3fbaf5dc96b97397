import type { Instant } from '../../domain/job.js';
import type { EventType } from '../../domain/job-status.js';
import { ENDS, MAX_SAMPLED, RETRIES } from './activity-reader.js';
import type { Condition } from './conditions.js';

/** What the two databases write differently in the figures of a slice. */
export interface FiguresDialect {
  readonly milliseconds: (column: string) => string;
  /** The function that gives the greater of two values. */
  readonly greatest: string;
}

export const oneOf = (types: readonly EventType[]) => `type IN (${types.map((type) => `'${type}'`).join(', ')})`;

/** Counts of events as columns of the names of {@link CountRow}. */
const COUNTS = [
  `count(*) FILTER (WHERE type = 'created') AS created`,
  `count(*) FILTER (WHERE type = 'succeeded') AS succeeded`,
  `count(*) FILTER (WHERE type = 'failed') AS failed`,
  `count(*) FILTER (WHERE ${oneOf(RETRIES)}) AS retried`,
].join(', ');

type CountName = 'created' | 'succeeded' | 'failed' | 'retried';

/** The number of a slice is its start divided by its length. */
export type CountRow = Readonly<Record<'slice' | 'events' | CountName, number | string>>;

export function countsBySlice(dialect: FiguresDialect, sliceMs: number, range: Condition): string {
  return `SELECT ${sliceOf(dialect, sliceMs)} AS slice, count(*) AS events, ${COUNTS}
    FROM jobs_jobevent AS e WHERE ${range.sql} GROUP BY 1`;
}

export interface PercentileRow {
  readonly slice: number | string;
  readonly p50: number | string;
  readonly p95: number | string;
}

/** From the moment a job became available to its claim, where the row of the job still knows that moment. */
export function waitsBySlice(dialect: FiguresDialect, sliceMs: number, range: Condition, sample: string): string {
  const { milliseconds, greatest } = dialect;
  return percentilesOf(`
    SELECT ${sliceOf(dialect, sliceMs)} AS slice,
      ${milliseconds('e.created_at')} - ${milliseconds(`${greatest}(job.available_at, job.created_at)`)} AS duration
    FROM jobs_jobevent AS e JOIN jobs_job AS job ON job.id = e.job_id
    WHERE e.type = 'claimed' AND job.available_at <= e.created_at AND ${range.sql} AND ${sample}`);
}

/** From the latest claim of a job to the event that ended it: between the two, nobody else could claim the job. */
export function runsBySlice(dialect: FiguresDialect, sliceMs: number, range: Condition, sample: string): string {
  return percentilesOf(`
    SELECT ${sliceOf(dialect, sliceMs)} AS slice,
      ${dialect.milliseconds('e.created_at')} - ${dialect.milliseconds('claim.created_at')} AS duration
    FROM jobs_jobevent AS e JOIN jobs_jobevent AS claim ON claim.id = (
      SELECT max(earlier.id) FROM jobs_jobevent AS earlier
      WHERE earlier.job_id = e.job_id AND earlier.id < e.id AND earlier.type = 'claimed')
    WHERE e.${oneOf(ENDS)} AND ${range.sql} AND ${sample}`);
}

/** A prime number: no habit in which events are written has this period. */
const CYCLE = 1009;

/** A condition that lets about {@link MAX_SAMPLED} events of each slice pass, and all of a slice that has no more. */
export function sampleOf(
  dialect: FiguresDialect,
  sliceMs: number,
  events: ReadonlyArray<{ slice: number; count: number }>,
): string {
  const large = events.filter(({ count }) => count > MAX_SAMPLED);
  if (large.length === 0) return '1 = 1';
  const shares = large.map(({ slice, count }) => `WHEN ${slice} THEN ${Math.ceil((CYCLE * MAX_SAMPLED) / count)}`);
  return `e.id % ${CYCLE} < CASE ${sliceOf(dialect, sliceMs)} ${shares.join(' ')} ELSE ${CYCLE} END`;
}

export function sliceOf(dialect: Pick<FiguresDialect, 'milliseconds'>, sliceMs: number): string {
  return `${dialect.milliseconds('e.created_at')} / ${sliceMs}`;
}

export function startOf(slice: number | string, sliceMs: number): Instant {
  return Number(slice) * sliceMs;
}

function percentilesOf(durations: string): string {
  return `
    SELECT slice, min(duration) FILTER (WHERE place * 100 >= all_of_it * 50) AS p50,
      min(duration) FILTER (WHERE place * 100 >= all_of_it * 95) AS p95
    FROM (
      SELECT slice, duration, row_number() OVER (PARTITION BY slice ORDER BY duration) AS place,
        count(*) OVER (PARTITION BY slice) AS all_of_it
      FROM (${durations}) AS durations
    ) AS ranked GROUP BY slice`;
}
