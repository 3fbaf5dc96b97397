import type { FoundObject, InspectionDialect } from '../knex-inspection.js';
import { POSTGRES_QUERIES } from '../query-dialect.js';

/** Each query of an inspection's transaction sees the same snapshot, and none can write. */
export const BEGIN_INSPECTION = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL idle_in_transaction_session_timeout = '30s'`;

const TABLES = `(to_regclass('jobs_job'), to_regclass('jobs_jobevent'))`;

const FOUND = `
SELECT 'index' AS kind, c.relname AS name, i.indisvalid AND i.indisready AS "isValid"
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid IN ${TABLES}
UNION ALL SELECT 'constraint', conname, convalidated FROM pg_constraint WHERE conrelid IN ${TABLES}
UNION ALL SELECT 'trigger', tgname, tgenabled <> 'D' FROM pg_trigger WHERE tgrelid IN ${TABLES} AND NOT tgisinternal`;

const UPKEEP = `
SELECT c.relname AS name, COALESCE(s.n_live_tup, 0) AS live, COALESCE(s.n_dead_tup, 0) AS dead,
  current_setting('autovacuum') = 'on'
    AND NOT COALESCE(c.reloptions, '{}') && ARRAY['autovacuum_enabled=false', 'autovacuum_enabled=off'] AS autovacuum
FROM pg_class c LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid WHERE c.oid IN ${TABLES} ORDER BY c.relname`;

interface UpkeepRow {
  readonly name: string;
  readonly autovacuum: boolean;
  readonly live: string;
  readonly dead: string;
}

export const POSTGRES_INSPECTION: InspectionDialect = {
  schema: 'postgresql',
  now: POSTGRES_QUERIES.now,
  found: (query) => query<FoundObject>(FOUND),
  async upkeep(query) {
    const rows = await query<UpkeepRow>(UPKEEP);
    return rows.map(({ name, autovacuum, live, dead }) => {
      return { table: name, hasAutovacuum: autovacuum, liveRows: Number(live), deadRows: Number(dead) };
    });
  },
};
