import type { Job } from '../../../domain/job.js';
import type { NewJobEvent } from '../../../domain/job-event.js';
import type { JsonValue } from '../../../domain/json.js';
import type { Query } from '../database.js';
import { type JobRow, jobFromRow } from '../job-row.js';

/** The columns of a job that never change after it was stored, and those that do. */
const FIXED = ['id', 'type', 'payload', 'priority', 'max_attempts', 'idempotency_key', 'created_at'] as const;
const CHANGING = [
  'status',
  'available_at',
  'attempts',
  'locked_by',
  'locked_until',
  'last_error',
  'result',
  'updated_at',
  'finished_at',
] as const;
const EVENT = ['job_id', 'type', 'attempt', 'worker_id', 'message', 'data', 'created_at'] as const;

const ROWS_BY_ID = 'SELECT * FROM jobs_job WHERE id IN (SELECT value FROM json_each(?))';

const INSERT_JOBS = `INSERT INTO jobs_job (${[...FIXED, ...CHANGING].join(', ')}) ${selectInput([...FIXED, ...CHANGING])}`;

const UPDATE_JOBS = `
UPDATE jobs_job SET ${CHANGING.map((column) => `${column} = input.${column}`).join(', ')}
FROM (${selectInput(['id', ...CHANGING])}) AS input WHERE jobs_job.id = input.id`;

const INSERT_EVENTS = `INSERT INTO jobs_jobevent (${EVENT.join(', ')}) ${selectInput(EVENT)}`;

/** A SELECT that turns a JSON array of objects into rows, in the array's order. */
function selectInput(columns: readonly string[]): string {
  return `SELECT ${columns.map((column) => `value ->> '${column}' AS ${column}`).join(', ')} FROM json_each(?) ORDER BY key`;
}

export function jobFromSqlite(row: JobRow): Job {
  return jobFromRow(row, 'text');
}

/** The stored jobs among `ids`, by id. */
export async function readJobs(query: Query, ids: readonly string[]): Promise<ReadonlyMap<string, Job>> {
  const rows = await query<JobRow>(ROWS_BY_ID, [JSON.stringify(ids)]);
  return new Map(rows.map((row) => [row.id, jobFromSqlite(row)]));
}

export async function insertJobs(query: Query, jobs: readonly Job[]): Promise<void> {
  if (jobs.length > 0)
    await query(INSERT_JOBS, [JSON.stringify(jobs.map((job) => ({ ...fixed(job), ...changing(job) })))]);
}

export async function updateJobs(query: Query, jobs: readonly Job[]): Promise<void> {
  if (jobs.length > 0)
    await query(UPDATE_JOBS, [JSON.stringify(jobs.map((job) => ({ id: job.id, ...changing(job) })))]);
}

/** Appends events in the given order, which becomes the order of their ids. */
export async function insertEvents(query: Query, events: readonly NewJobEvent[]): Promise<void> {
  if (events.length > 0) await query(INSERT_EVENTS, [JSON.stringify(events.map(eventColumns))]);
}

function fixed(job: Job): Record<(typeof FIXED)[number], unknown> {
  return {
    id: job.id,
    type: job.type,
    payload: JSON.stringify(job.payload),
    priority: job.priority,
    max_attempts: job.maxAttempts,
    idempotency_key: job.idempotencyKey,
    created_at: job.createdAt,
  };
}

function changing(job: Job): Record<(typeof CHANGING)[number], unknown> {
  return {
    status: job.status,
    available_at: job.availableAt,
    attempts: job.attempts,
    locked_by: job.lockedBy,
    locked_until: job.lockedUntil,
    last_error: job.lastError,
    result: jsonOrNull(job.result),
    updated_at: job.updatedAt,
    finished_at: job.finishedAt,
  };
}

function eventColumns(event: NewJobEvent): Record<(typeof EVENT)[number], unknown> {
  return {
    job_id: event.jobId,
    type: event.type,
    attempt: event.attempt,
    worker_id: event.workerId,
    message: event.message,
    data: JSON.stringify(event.data),
    created_at: event.createdAt,
  };
}

function jsonOrNull(value: JsonValue): string | null {
  return value === null ? null : JSON.stringify(value);
}
