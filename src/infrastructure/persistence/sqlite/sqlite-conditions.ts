import type { JsonScalar } from '../../../application/ports/job-queries.js';
import type { Condition } from '../conditions.js';
import type { ConditionDialect } from '../job-conditions.js';
import { mayBeIndex } from '../payload-path.js';

export const SQLITE_CONDITIONS: ConditionDialect = {
  contains: (column) => `instr(lower(${column}), ?) > 0`, // SQLite's lower() folds ASCII alone
  startsWith: (column, prefix) => ({ sql: `substr(${column}, 1, length(?)) = ?`, bindings: [prefix, prefix] }),
  uuid: '?',
  idIn: (ids) => ({ sql: 'id IN (SELECT value FROM json_each(?))', bindings: [JSON.stringify(ids)] }),
  instant: (at) => at,
  payloadEquals({ path, equals }) {
    const found = path.reduce(member, { sql: 'payload', bindings: [] });
    const test = equality(equals);
    return {
      sql: `(SELECT ${test.sql} FROM (SELECT ${found.sql} AS json))`,
      bindings: [...test.bindings, ...found.bindings],
    };
  },
};

/** The JSON text of a member of what `from` gives, or NULL. A path in quotes reads its key as JSON reads a string. */
function member(from: Condition, key: string): Condition {
  const ofObject = `$.${JSON.stringify(key)}`;
  if (!mayBeIndex(key)) return { sql: `(${from.sql} -> ?)`, bindings: [...from.bindings, ofObject] };
  return {
    sql: `(SELECT coalesce(json -> ?, json -> ?) FROM (SELECT ${from.sql} AS json))`,
    bindings: [`$[${key}]`, ofObject, ...from.bindings],
  };
}

/** What must hold of `json`, the text of a JSON value or NULL. */
function equality(value: JsonScalar): Condition {
  if (typeof value === 'string') return { sql: `json_type(json) = 'text' AND json ->> '$' = ?`, bindings: [value] };
  if (typeof value !== 'number') return { sql: `json_type(json) = '${value}'`, bindings: [] };
  // Read from JSON text on both sides: the driver would bind 1234567890123456800 as another number than the text means.
  return {
    sql: `json_type(json) IN ('integer', 'real') AND json ->> '$' = ? ->> '$'`,
    bindings: [JSON.stringify(value)],
  };
}
