import type { FoundObject, InspectionDialect } from '../knex-inspection.js';
import { SQLITE_QUERIES } from '../query-dialect.js';

const OBJECTS = `SELECT type, name, sql FROM sqlite_master WHERE tbl_name IN ('jobs_job', 'jobs_jobevent')`;

interface MasterRow {
  readonly type: string;
  readonly name: string;
  /** Null for the indexes that SQLite makes by itself. */
  readonly sql: string | null;
}

export const SQLITE_INSPECTION: InspectionDialect = {
  schema: 'sqlite3',
  now: SQLITE_QUERIES.now,
  async found(query) {
    const objects = await query<MasterRow>(OBJECTS);
    return objects.flatMap(({ type, name, sql }) => {
      return type === 'table' ? constraintsOf(sql ?? '') : [{ kind: type, name, isValid: true }];
    });
  },
  upkeep: async () => [],
};

/** SQLite keeps the constraints of a table only in the text that made it. */
function constraintsOf(sql: string): readonly FoundObject[] {
  return [...sql.matchAll(/\bCONSTRAINT\s+(\w+)/gi)].map(([, name = '']) => {
    return { kind: 'constraint', name, isValid: true };
  });
}
