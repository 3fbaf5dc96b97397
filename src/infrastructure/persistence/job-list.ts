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

/** Jobs to merge at most. With more, so many jobs match, or the page is so far away, that it is faster to walk there. */
const MAX_MERGED = 50_000;

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/** Which jobs a list shows: a filter whose part of a type was looked up among the types that there are. */
export interface Selection {
  readonly where: Condition;
  readonly status: JobFilter['status'];
  /** The types that match; undefined where the filter says nothing of them, or where they are too many to name. */
  readonly types: readonly string[] | undefined;
}

/** Resolves a filter. A part of a type is in no index, but the types that contain it are. */
export async function select(database: Database, dialect: QueryDialect, filter: JobFilter): Promise<Selection> {
  const { status, type = '' } = filter;
  const ofStatus = status !== undefined && { sql: 'status = ?', bindings: [status] };
  if (type === '') return { where: where([ofStatus]), status, types: undefined };
  const part = foldAscii(type);
  const known = await distinctTypes(database, MAX_TYPES + 1);
  if (known.length > MAX_TYPES)
    return { where: where([ofStatus, { sql: dialect.typeContains, bindings: [part] }]), status, types: undefined };
  const types = known.filter((each) => foldAscii(each).includes(part));
  return { where: where([ofStatus, { sql: dialect.typeInList, bindings: [dialect.listOf(types)] }]), status, types };
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

/** A page of a selection, newest first. */
export async function newestJobs(
  database: Database,
  dialect: QueryDialect,
  { where, status, types }: Selection,
  limit: number,
  offset: number,
): Promise<readonly JobRow[]> {
  if (types?.length === 0) return [];
  const statuses = status === undefined ? JOB_STATUSES : [status];
  if (types === undefined || types.length * statuses.length * (limit + offset) > MAX_MERGED)
    return database.query<JobRow>(`SELECT * FROM jobs_job ${where.sql} ${NEWEST_FIRST} LIMIT ? OFFSET ?`, [
      ...where.bindings,
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
