import type { EventFilter, FeedPosition } from '../../application/ports/job-queries.js';
import type { Condition } from './conditions.js';
import type { QueryDialect } from './query-dialect.js';

/** In no index by themselves: they are in every job's history, so that a few steps through all events find them. */
const COMMON_EVENTS: readonly string[] = ['created', 'claimed'];
const INDEXED_EVENTS = `type NOT IN ('created', 'claimed')`;

/** The conditions of a filter of events. */
export function eventConditions(
  { type, jobId, worker }: EventFilter,
  { conditions }: QueryDialect,
): ReadonlyArray<Condition | false> {
  return [
    type !== undefined && { sql: 'type = ?', bindings: [type] },
    type !== undefined && !COMMON_EVENTS.includes(type) && { sql: INDEXED_EVENTS, bindings: [] },
    jobId !== undefined && { sql: 'job_id = ?', bindings: [jobId] },
    worker !== undefined && conditions.startsWith('worker_id', worker),
  ];
}

/** The condition that an event stands where the position says. */
export function placeConditions(position: FeedPosition | undefined): readonly Condition[] {
  if (position === undefined) return [];
  if ('before' in position) return [{ sql: 'id < ?', bindings: [position.before] }];
  return [{ sql: 'id > ?', bindings: ['after' in position ? position.after : position.since] }];
}
