import type { Job } from '../../../domain/job.js';
import { EVENT_MESSAGES } from '../../../domain/job-event.js';
import { jobFrom, type NewJob } from '../../../domain/new-job.js';
import type { Query } from '../database.js';
import { type JobRow, jobFromRow } from '../job-row.js';
import type { Created } from '../job-statements.js';
import { INSERT_EVENTS, STAMP } from './sql.js';

const CREATE = `
WITH ${STAMP}, input AS MATERIALIZED (
  SELECT * FROM json_to_recordset(?::json) AS i (
    place int, id uuid, type text, payload text, priority int2, available_at timestamptz, max_attempts int, idempotency_key text)
), created AS (
  INSERT INTO jobs_job (id, type, payload, priority, available_at, max_attempts, idempotency_key, created_at, updated_at)
  SELECT id, type, payload::jsonb, priority, COALESCE(available_at, at), max_attempts, idempotency_key, at, at
  FROM input, stamp ORDER BY place
  ON CONFLICT DO NOTHING
  RETURNING id, type, created_at
), logged AS (
  ${INSERT_EVENTS}
  SELECT id, 'created', 0, NULL, '${EVENT_MESSAGES.created}', jsonb_build_object('type', type), created_at FROM created
)
SELECT id, created_at FROM created`;

const FIND = `SELECT * FROM jobs_job WHERE id = ANY(?::uuid[]) OR idempotency_key = ANY(?::text[])`;

/**
 * Stores new jobs, and finds those that are there already: under the same idempotency key (a replay) or under the same
 * id (this very call, made before with unknown outcome).
 *
 * Two statements, because an insert that meets the row of a concurrent transaction waits for it and then neither
 * inserts nor sees it: only a later snapshot does.
 */
export async function createJobs(query: Query, drafts: readonly NewJob[]): Promise<readonly Created[]> {
  const rows = await query<NewRow>(CREATE, [JSON.stringify(inLockOrder(drafts).map(toInput))]);
  const stamps = new Map(rows.map((row) => [row.id, Number(row.created_at)]));
  const missing = drafts.filter((draft) => !stamps.has(draft.id));
  const found = missing.length === 0 ? [] : await findJobs(query, missing);
  return drafts.map((draft) => {
    const at = stamps.get(draft.id);
    if (at !== undefined) return { job: jobFrom(draft, at), replayed: false };
    const job = found.find(({ id }) => id === draft.id) ?? found.find((each) => hasKeyOf(each, draft));
    if (job === undefined)
      throw new Error(`The job with the key of draft ${draft.id} was deleted while it was looked up`);
    return { job, replayed: job.id !== draft.id };
  });
}

interface NewRow {
  readonly id: string;
  readonly created_at: Date;
}

async function findJobs(query: Query, drafts: readonly NewJob[]): Promise<readonly Job[]> {
  const keys = drafts.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const rows = await query<JobRow>(FIND, [drafts.map(({ id }) => id), keys]);
  return rows.map((row) => jobFromRow(row, 'parsed'));
}

function hasKeyOf(job: Job, { idempotencyKey }: NewJob): boolean {
  return idempotencyKey !== null && job.idempotencyKey === idempotencyKey;
}

/** Ascending by key: two batches over the same keys in different orders would deadlock. */
function inLockOrder(drafts: readonly NewJob[]): readonly NewJob[] {
  const key = (draft: NewJob) => draft.idempotencyKey ?? '';
  return [...drafts].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function toInput(draft: NewJob, place: number): object {
  return {
    place,
    id: draft.id,
    type: draft.type,
    payload: JSON.stringify(draft.payload),
    priority: draft.priority,
    available_at: draft.availableAt === null ? null : new Date(draft.availableAt).toISOString(),
    max_attempts: draft.maxAttempts,
    idempotency_key: draft.idempotencyKey,
  };
}
