import type { ActivityDialect } from '../knex-activity-reader.js';
import { POSTGRES_CONDITIONS } from './postgres-conditions.js';

export const POSTGRES_ACTIVITY: ActivityDialect = {
  now: milliseconds('statement_timestamp()'),
  milliseconds,
  greatest: 'greatest',
  instant: POSTGRES_CONDITIONS.instant,
  idIn: POSTGRES_CONDITIONS.idIn,
};

/** Cut, not rounded: an instant that was not stored by the queue may have microseconds. */
function milliseconds(instant: string): string {
  return `floor(extract(epoch FROM ${instant}) * 1000)::bigint`;
}
