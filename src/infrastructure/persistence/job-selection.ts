import type { JobFilter } from '../../application/ports/job-queries.js';
import { type Condition, where } from './conditions.js';
import type { Query } from './database.js';
import { distinctTypes } from './distinct-types.js';
import { foldAscii } from './fold-ascii.js';
import { jobConditions } from './job-conditions.js';
import type { QueryDialect } from './query-dialect.js';

/** With more types than this, a part of a type is looked for in every row. */
const MAX_TYPES = 1_000;

/** Which jobs a list shows: a filter whose part of a type was looked up among the types that there are. */
export interface Selection {
  readonly conditions: readonly Condition[];
  /** Whether the filter speaks of anything beside status and type. */
  readonly isNarrow: boolean;
  readonly status: JobFilter['status'];
  /** The types that match; undefined where the filter says nothing of them, or where they are too many to name. */
  readonly types: readonly string[] | undefined;
}

/** Resolves a filter. A part of a type is in no index, but the types that contain it are. */
export async function select(query: Query, dialect: QueryDialect, filter: JobFilter): Promise<Selection> {
  const { status, type = '' } = filter;
  const ofStatus = status === undefined ? [] : [{ sql: 'status = ?', bindings: [status] }];
  const others = jobConditions(filter, dialect.conditions);
  const selection = { status, isNarrow: others.length > 0 };
  if (type === '') return { ...selection, conditions: [...ofStatus, ...others], types: undefined };
  const types = await typesWith(query, type);
  const ofType =
    types === undefined
      ? { sql: dialect.conditions.contains('type'), bindings: [foldAscii(type)] }
      : { sql: dialect.typeInList, bindings: [dialect.listOf(types)] };
  return { ...selection, conditions: [...ofStatus, ofType, ...others], types };
}

async function typesWith(query: Query, part: string): Promise<readonly string[] | undefined> {
  const known = await distinctTypes(query, MAX_TYPES + 1);
  if (known.length > MAX_TYPES) return undefined;
  return known.filter((type) => foldAscii(type).includes(foldAscii(part)));
}

/** How many jobs a selection has; counting ends one above `upTo`, if that is given. */
export async function countJobs(query: Query, { conditions, types }: Selection, upTo?: number): Promise<number> {
  if (types?.length === 0) return 0;
  const { sql, bindings } = where(conditions);
  const counted =
    upTo === undefined
      ? await query<CountRow>(`SELECT count(*) AS count FROM jobs_job ${sql}`, bindings)
      : await query<CountRow>(`SELECT count(*) AS count FROM (SELECT 1 FROM jobs_job ${sql} LIMIT ?) AS counted`, [
          ...bindings,
          upTo + 1,
        ]);
  return Number(counted[0]?.count ?? 0);
}

interface CountRow {
  readonly count: number | string;
}
