import type { ConditionDialect } from '../job-conditions.js';
import { mayBeIndex } from '../payload-path.js';

const A_TO_Z = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const POSTGRES_CONDITIONS: ConditionDialect = {
  contains: (column) => `position(?::text IN translate(${column}, '${A_TO_Z}', '${A_TO_Z.toLowerCase()}')) > 0`,
  startsWith: (column, prefix) => ({ sql: `starts_with(${column}, ?::text)`, bindings: [prefix] }),
  uuid: '?::uuid',
  idIn: (ids) => ({ sql: 'id = ANY(?::uuid[])', bindings: [ids] }),
  instant: (at) => new Date(at).toISOString(),
  payloadEquals({ path, equals }) {
    // `#>` takes a number for a key or an index, as the value demands, but also reads "-1" and "+1" as numbers.
    const value = path.reduce(
      (from, key) => `(${from} ${mayBeIndex(key) ? '#> ARRAY[?::text]' : '-> ?::text'})`,
      'payload',
    );
    return { sql: `${value} = ?::jsonb`, bindings: [...path, JSON.stringify(equals)] };
  },
};
