import type { ConditionDialect } from './job-conditions.js';
import type { JsonColumns } from './job-row.js';
import type { StatementLimit } from './limited-reads.js';
import { POSTGRES_CONDITIONS } from './postgres/postgres-conditions.js';
import { POSTGRES_STATEMENT_LIMIT } from './postgres/postgres-statement-limit.js';
import { SQLITE_CONDITIONS } from './sqlite/sqlite-conditions.js';
import { SQLITE_STATEMENT_LIMIT } from './sqlite/sqlite-statement-limit.js';

/** What the two databases write differently in a query. */
export interface QueryDialect {
  readonly json: JsonColumns;
  /** An expression for the store's now, in whole milliseconds. */
  readonly now: string;
  /** A condition with one placeholder: `type` is in a list that was bound by {@link listOf}. */
  readonly typeInList: string;
  /** How a list is bound. */
  readonly listOf: (values: readonly string[]) => unknown;
  /**
   * The ids of the newest jobs of some types and statuses. For each pair of them the newest are read from
   * `job_type_idx`, and those are merged: a planner that guesses would walk over the whole table when all jobs of a type
   * are old. Placeholders: list of types, list of statuses, limit + offset, limit, offset.
   */
  readonly newestOfTypes: string;
  readonly conditions: ConditionDialect;
  /** How a statement is ended that takes too long. */
  readonly limit: StatementLimit;
}

export const POSTGRES_QUERIES: QueryDialect = {
  json: 'parsed',
  now: `date_trunc('milliseconds', statement_timestamp())`,
  typeInList: 'type = ANY(?::text[])',
  listOf: (values) => [...values],
  newestOfTypes: `
    SELECT newest.id
    FROM unnest(?::text[]) AS t (type) CROSS JOIN unnest(?::text[]) AS s (status) CROSS JOIN LATERAL (
      SELECT id, created_at FROM jobs_job WHERE type = t.type AND status = s.status
      ORDER BY created_at DESC, id DESC LIMIT ?
    ) AS newest
    ORDER BY newest.created_at DESC, newest.id DESC LIMIT ? OFFSET ?`,
  conditions: POSTGRES_CONDITIONS,
  limit: POSTGRES_STATEMENT_LIMIT,
};

export const SQLITE_QUERIES: QueryDialect = {
  json: 'text',
  now: `CAST(floor(unixepoch('subsec') * 1000) AS integer)`,
  typeInList: 'type IN (SELECT value FROM json_each(?))',
  listOf: (values) => JSON.stringify(values),
  newestOfTypes: `
    SELECT newest.id
    FROM json_each(?) AS t CROSS JOIN json_each(?) AS s CROSS JOIN jobs_job AS newest
    WHERE newest.rowid IN (
      SELECT rowid FROM jobs_job INDEXED BY job_type_idx WHERE type = t.value AND status = s.value
      ORDER BY created_at DESC, id DESC LIMIT ?
    )
    ORDER BY newest.created_at DESC, newest.id DESC LIMIT ? OFFSET ?`,
  conditions: SQLITE_CONDITIONS,
  limit: SQLITE_STATEMENT_LIMIT,
};
