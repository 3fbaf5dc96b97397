import type { GuardedWrite } from '../../../application/ports/job-repository.js';
import type { Query } from '../database.js';
import type { Answer } from '../job-statements.js';

/** What of a row that somebody else has locked: leave it out, or wait for it. */
export type WhenLocked = 'SKIP LOCKED' | '';

/** The part of a request that its row is guarded by. */
interface Guard {
  readonly id: string;
  readonly worker_id: string;
  readonly attempt: number;
}

/**
 * The fence: the row `j` still carries the claim that `i` shows. Never compares times. The status is compared in a way
 * that no index answers: an index of statuses is full of jobs that were running a moment ago.
 */
const FENCE = `j.status IS NOT DISTINCT FROM 'running' AND j.locked_by = i.worker_id AND j.attempts = i.attempt`;

/**
 * A CTE of the rows of `input` that may be carried out. It locks their jobs in the order of their ids, since two batches
 * that lock the same rows in different orders would deadlock, and checks the fence on the newest version of each row.
 * One lookup by primary key for each row, whatever the planner believes of the table.
 */
export function ownedRows(whenLocked: WhenLocked): string {
  return `owned AS MATERIALIZED (
  SELECT i.* FROM (SELECT * FROM input ORDER BY id) AS i CROSS JOIN LATERAL (
    SELECT FROM jobs_job j WHERE j.id = i.id AND ${FENCE} FOR UPDATE OF j ${whenLocked}
  ) AS held
)`;
}

const HELD = `
SELECT j.id FROM json_to_recordset(?::json) AS i (id uuid, worker_id text, attempt int) JOIN jobs_job j ON j.id = i.id
WHERE ${FENCE}`;

/** The statements of one kind of guarded write. All give ids. */
export interface GuardedStatements<Row extends Guard> {
  /** Carries `rows` out. @returns those that were written */
  readonly write: (rows: readonly Row[], whenLocked: WhenLocked) => Promise<ReadonlySet<string>>;
  /** @returns those of `rows`, none of them owned any more, that an earlier try had written */
  readonly proven: (rows: readonly Row[]) => Promise<ReadonlySet<string>>;
}

/**
 * Carries out a batch of guarded writes without waiting for locked rows. A row that is still owned but was not written
 * is locked by somebody else; it is waited for alone, so that it holds up none of the others. Only a row that is not
 * owned any more can be proven to have been written before: asked in this order, no commit slips in between.
 */
export async function guardedWrites<Row extends Guard>(
  query: Query,
  rows: readonly Row[],
  { write, proven }: GuardedStatements<Row>,
): Promise<readonly Answer[]> {
  const written = await write(rows, 'SKIP LOCKED');
  const missing = rows.filter(({ id }) => !written.has(id));
  if (missing.length === 0) return rows.map(() => 'written');
  const held = idsOf(await query<{ id: string }>(HELD, [JSON.stringify(missing)]));
  const before = await proven(missing.filter(({ id }) => !held.has(id)));
  const alone = async (row: Row): Promise<GuardedWrite> =>
    (await write([row], '')).has(row.id) || (await proven([row])).has(row.id) ? 'written' : 'lost';
  return rows.map((row) => {
    if (held.has(row.id)) return alone(row);
    return written.has(row.id) || before.has(row.id) ? 'written' : 'lost';
  });
}

export function idsOf(rows: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id));
}
