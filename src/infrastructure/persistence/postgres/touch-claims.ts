import { EVENT_MESSAGES } from '../../../domain/job-event.js';
import type { SignOfLife } from '../../../domain/transition.js';
import type { Query } from '../database.js';
import type { Answer, GuardedRequest } from '../job-statements.js';
import { guardedWrites, idsOf, ownedRows, type WhenLocked } from './guarded-writes.js';
import { AT, INSERT_EVENTS, isoText, milliseconds, STAMP_WHEN_OWNED } from './sql.js';

/** Renews leases and records progress of the claims that are still held. */
export const touchSql = (whenLocked: WhenLocked) => `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset(?::json) AS i (
    place int, id uuid, worker_id text, attempt int, type text, message text, data text, lease_ms float8)
), ${ownedRows(whenLocked)}, ${STAMP_WHEN_OWNED}, renewed AS (
  UPDATE jobs_job j SET locked_until = ${AT} + ${milliseconds('i.lease_ms')}, updated_at = ${AT}
  FROM owned i
  WHERE j.id = i.id AND i.lease_ms IS NOT NULL AND j.id = ANY(ARRAY(SELECT id FROM owned))
)
${INSERT_EVENTS}
SELECT id, type, attempt, worker_id, message,
       COALESCE(data::jsonb, jsonb_build_object('locked_until', ${isoText(`(${AT} + ${milliseconds('lease_ms')})`)})), ${AT}
FROM owned ORDER BY place
RETURNING job_id AS id`;

export async function touchClaims(
  query: Query,
  requests: readonly GuardedRequest<SignOfLife>[],
): Promise<readonly Answer[]> {
  const input = requests.map(({ token, transition }, place) => ({
    place,
    id: token.jobId,
    worker_id: token.workerId,
    attempt: token.attempt,
    type: transition.type,
    message: transition.type === 'progress' ? transition.message : EVENT_MESSAGES.lease_renewed,
    data: transition.type === 'progress' ? JSON.stringify(transition.data) : null,
    lease_ms: transition.type === 'progress' ? null : transition.leaseMs,
  }));
  return guardedWrites(query, input, {
    write: async (rows, whenLocked) => idsOf(await query<{ id: string }>(touchSql(whenLocked), [JSON.stringify(rows)])),
    proven: async () => new Set(), // a renewal or report that is repeated is written again
  });
}
