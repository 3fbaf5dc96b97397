import type { Query } from './database.js';

/** One probe of `job_type_idx` for each type that there is: the cost does not grow with the jobs. */
const DISTINCT_TYPES = `
WITH RECURSIVE known (type) AS (
  SELECT min(type) FROM jobs_job
  UNION ALL
  SELECT (SELECT min(type) FROM jobs_job WHERE type > known.type) FROM known WHERE known.type IS NOT NULL
)
SELECT type FROM known WHERE type IS NOT NULL LIMIT ?`;

/** The types of all stored jobs, in the database's order, at most `limit` of them. */
export async function distinctTypes(query: Query, limit: number): Promise<readonly string[]> {
  const rows = await query<{ readonly type: string }>(DISTINCT_TYPES, [limit]);
  return rows.map(({ type }) => type);
}
