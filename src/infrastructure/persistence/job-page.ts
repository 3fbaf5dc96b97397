import type { JobFilter, JobOrdering } from '../../application/ports/job-queries.js';
import { JOB_STATUSES } from '../../domain/job-status.js';
import { type Condition, where } from './conditions.js';
import type { Query } from './database.js';
import { SQL_ORDERINGS } from './job-orderings.js';
import type { Selection } from './job-selection.js';
import type { QueryDialect } from './query-dialect.js';

/** So far from the newest job, walking over all jobs costs no more than merging the newest of each type. */
const MAX_MERGED = 10_000;

/** What one page shows, in columns of `jobs_job`. */
export interface PageRequest {
  readonly columns: string;
  readonly limit: number;
  readonly offset: number;
  readonly ordering: JobOrdering;
}

/** The rows of a page of a selection. */
export async function readPage<Row>(
  query: Query,
  dialect: QueryDialect,
  selection: Selection,
  page: PageRequest,
): Promise<readonly Row[]> {
  const { types, conditions, isNarrow } = selection;
  const { limit, offset, columns, ordering } = page;
  if (limit === 0 || types?.length === 0) return [];
  if (types !== undefined && ordering === '-created_at' && !isNarrow && offset <= MAX_MERGED)
    return newestOfTypes<Row>(query, dialect, types, selection.status, page);
  const head = headOf(selection, page);
  const first = head === undefined ? [] : await query<Row>(head.sql, head.bindings);
  if (first.length === limit) return first;
  const { sql, bindings } = where(conditions);
  const { by } = SQL_ORDERINGS[ordering];
  const all = `SELECT ${columns} FROM jobs_job ${sql} ORDER BY ${by} LIMIT ? OFFSET ?`;
  return query<Row>(all, [...bindings, limit, offset]);
}

function newestOfTypes<Row>(
  query: Query,
  dialect: QueryDialect,
  types: readonly string[],
  status: JobFilter['status'],
  { columns, limit, offset }: PageRequest,
): Promise<readonly Row[]> {
  const statuses = status === undefined ? JOB_STATUSES : [status];
  const { by } = SQL_ORDERINGS['-created_at'];
  return query<Row>(`SELECT ${columns} FROM jobs_job WHERE id IN (${dialect.newestOfTypes}) ORDER BY ${by}`, [
    dialect.listOf(types),
    dialect.listOf(statuses),
    limit + offset,
    limit,
    offset,
  ]);
}

/** The page of those jobs alone that come first; undefined where the order knows no such jobs, or the filter none of them. */
function headOf({ conditions, status: chosen }: Selection, page: PageRequest): Condition | undefined {
  const { columns, limit, offset, ordering } = page;
  const { head } = SQL_ORDERINGS[ordering];
  const parts = head?.parts.filter(({ status }) => (chosen ?? status) === status) ?? [];
  if (head === undefined || parts.length === 0) return undefined;
  const selects = parts.map(({ status, condition }) => {
    const { sql, bindings } = where([{ sql: `status = '${status}' AND ${condition}`, bindings: [] }, ...conditions]);
    return {
      sql: `SELECT * FROM (SELECT ${columns} FROM jobs_job ${sql} ORDER BY ${head.by} LIMIT ?) AS ${status}`,
      bindings: [...bindings, offset + limit],
    };
  });
  return {
    sql: `${selects.map(({ sql }) => sql).join(' UNION ALL ')} ORDER BY ${head.by} LIMIT ? OFFSET ?`,
    bindings: [...selects.flatMap(({ bindings }) => bindings), limit, offset],
  };
}
