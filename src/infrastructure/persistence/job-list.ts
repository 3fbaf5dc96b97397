import type { JobFilter } from '../../application/ports/job-queries.js';
import { JOB_STATUSES } from '../../domain/job-status.js';
import { type Condition, where } from './conditions.js';
import type { Database } from './database.js';
import { distinctTypes } from './distinct-types.js';
import { foldAscii } from './fold-ascii.js';
import type { JobRow } from './job-row.js';
import type { QueryDialect } from './query-dialect.js';

/** With more types than this, a part of a type is looked for in every row. */
const MAX_TYPES = 1_000;

/** Jobs to merge at most. Where more match, and the page is so far away, it is faster to walk there past all jobs. */
const MAX_MERGED = 50_000;

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/** Which jobs a list shows: a filter whose part of a type was looked up among the types that there are. */
export interface Selection {
  /** For counting: answered from an index alone. */
  readonly where: Condition;
  /** The same for walking over the jobs in their order: tempts no planner to collect and sort them instead. */
  readonly whileWalking: Condition;
  readonly status: JobFilter['status'];
  /** The types that match; undefined where the filter says nothing of them, or where they are too many to name. */
  readonly types: readonly string[] | undefined;
}

/** Resolves a filter. A part of a type is in no index, but the types that contain it are. */
export async function select(database: Database, dialect: QueryDialect, filter: JobFilter): Promise<Selection> {
  const { status, type = '' } = filter;
  const part = foldAscii(type);
  const ofStatus = status !== undefined && { sql: 'status = ?', bindings: [status] };
  const whileWalking = where([ofStatus, part !== '' && { sql: dialect.typeContains, bindings: [part] }]);
  const known = part === '' ? [] : await distinctTypes(database, MAX_TYPES + 1);
  if (part === '' || known.length > MAX_TYPES) return { where: whileWalking, whileWalking, status, types: undefined };
  const types = known.filter((each) => foldAscii(each).includes(part));
  const ofTypes = { sql: dialect.typeInList, bindings: [dialect.listOf(types)] };
  return { where: where([ofStatus, ofTypes]), whileWalking, status, types };
}

/** How many jobs a selection has; counting ends one above `upTo`, if that is given. */
export async function countJobs(database: Database, { where, types }: Selection, upTo?: number): Promise<number> {
  if (types?.length === 0) return 0;
  const counted =
    upTo === undefined
      ? await database.query<CountRow>(`SELECT count(*) AS count FROM jobs_job ${where.sql}`, where.bindings)
      : await database.query<CountRow>(
          `SELECT count(*) AS count FROM (SELECT 1 FROM jobs_job ${where.sql} LIMIT ?) AS counted`,
          [...where.bindings, upTo + 1],
        );
  return Number(counted[0]?.count ?? 0);
}

interface CountRow {
  readonly count: number | string;
}

/**
 * A page of a selection, newest first.
 *
 * @param matching how many jobs the selection has at most; Infinity if nobody knows
 */
export async function newestJobs(
  database: Database,
  dialect: QueryDialect,
  { whileWalking: { sql, bindings }, status, types }: Selection,
  matching: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly JobRow[]> {
  if (types?.length === 0) return [];
  const statuses = status === undefined ? JOB_STATUSES : [status];
  if (types === undefined || Math.min(matching, types.length * statuses.length * (limit + offset)) > MAX_MERGED)
    return database.query<JobRow>(`SELECT * FROM jobs_job ${sql} ${NEWEST_FIRST} LIMIT ? OFFSET ?`, [
      ...bindings,
      limit,
      offset,
    ]);
  return database.query<JobRow>(`SELECT * FROM jobs_job WHERE id IN (${dialect.newestOfTypes}) ${NEWEST_FIRST}`, [
    dialect.listOf(types),
    dialect.listOf(statuses),
    limit + offset,
    limit,
    offset,
  ]);
}
