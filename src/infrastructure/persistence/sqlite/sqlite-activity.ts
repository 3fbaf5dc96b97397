import type { ActivityDialect } from '../knex-activity-reader.js';
import { SQLITE_CONDITIONS } from './sqlite-conditions.js';

export const SQLITE_ACTIVITY: ActivityDialect = {
  now: `CAST(floor(unixepoch('subsec') * 1000) AS integer)`,
  milliseconds: (column) => column,
  greatest: 'max',
  instant: SQLITE_CONDITIONS.instant,
  idIn: SQLITE_CONDITIONS.idIn,
};
