/** The instant of a statement, in whole milliseconds, by the clock of the database. */
export const STAMP = `stamp AS MATERIALIZED (SELECT date_trunc('milliseconds', statement_timestamp()) AS at)`;

/** The same, taken when the rows of the CTE `owned` are locked: a statement may have waited for them. */
export const STAMP_WHEN_OWNED = `stamp AS MATERIALIZED (
  SELECT date_trunc('milliseconds', clock_timestamp()) AS at FROM (SELECT count(*) FROM owned) locked
)`;

/**
 * The instant of {@link STAMP_WHEN_OWNED} as a value. Not by a join: the planner knows nothing of how many rows `owned`
 * has, and with one more relation it chose a plan that halved the speed of a drain.
 */
export const AT = '(SELECT at FROM stamp)';

/** An instant as event data show it: ISO 8601 in UTC with milliseconds, whatever zone the session has. */
export function isoText(instant: string): string {
  return `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** An expression in milliseconds as an interval; a fraction of one is cut, as it is everywhere. */
export function milliseconds(expression: string): string {
  return `trunc(${expression}) * interval '1 millisecond'`;
}

/** Inserts events from a CTE or join that names its columns like the table; must stand in a statement with {@link STAMP}. */
export const INSERT_EVENTS = 'INSERT INTO jobs_jobevent (job_id, type, attempt, worker_id, message, data, created_at)';
