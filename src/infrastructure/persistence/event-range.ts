import type { Instant } from '../../domain/job.js';
import type { Condition } from './conditions.js';
import type { Query } from './database.js';

/** What the two databases write differently where instants become numbers. */
export interface InstantDialect {
  /** An expression in whole milliseconds of an instant in a column. */
  readonly milliseconds: (column: string) => string;
  /** The binding of an instant. */
  readonly instant: (at: Instant) => unknown;
}

/**
 * An id is given before its transaction commits and an instant taken when its statement begins, so the order of ids is
 * that of instants only up to the longest time that a statement takes.
 */
const SLACK_MS = 30_000;

/** The condition that an event is from `from` (inclusive) to `to`, in a form that reads a part of the primary key alone. */
export async function eventsBetween(
  query: Query,
  dialect: InstantDialect,
  from: Instant,
  to: Instant,
): Promise<Condition> {
  const first = await firstIdAt(query, dialect, from - SLACK_MS);
  const end = await firstIdAt(query, dialect, to + SLACK_MS);
  return {
    sql: 'e.id >= ? AND e.id < ? AND e.created_at >= ? AND e.created_at < ?',
    bindings: [first, end, dialect.instant(Math.max(0, from)), dialect.instant(to)],
  };
}

const EDGES = 'SELECT (SELECT min(id) FROM jobs_jobevent) AS first, (SELECT max(id) FROM jobs_jobevent) AS last';

/** The first id of the events at or after an instant, near enough; one above all ids if there are none. */
async function firstIdAt(query: Query, dialect: InstantDialect, at: Instant): Promise<number> {
  const [edges] = await query<{ readonly first: number | string | null; readonly last: number | string | null }>(EDGES);
  let low = Number(edges?.first ?? 1);
  let high = Number(edges?.last ?? 0) + 1;
  const next = `SELECT id, ${dialect.milliseconds('created_at')} AS at FROM jobs_jobevent WHERE id >= ? ORDER BY id LIMIT 1`;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await query<{ readonly id: number | string; readonly at: number | string }>(next, [middle]);
    if (event === undefined || Number(event.at) >= at) high = middle;
    else low = Number(event.id) + 1;
  }
  return low;
}
