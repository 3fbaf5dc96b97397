import type { RawDatabase } from './raw-database.js';

/** Jobs have the types `Large.Type-0` to `Large.Type-199`, and the oldest ones {@link RARE_TYPE}. */
export const USUAL_TYPES = 200;
export const RARE_TYPE = 'Large.Rare';
/** So many of the oldest jobs have failed, and no other: who looks for them, newest first, may have to pass all others. */
export const FAILED_JOBS = 1_000;
export const EVENTS_PER_JOB = 5;

const CHUNK = 50_000;

/**
 * Fills an empty, migrated database: a million jobs take about a minute. Of each thousand, 96 are queued, 2 of them after
 * a retry, and 2 are running; the others have succeeded, but for the first thousand, which have failed. One job a second
 * was created, the last one just now. Leaves the database vacuumed and analyzed, as it does by itself after a while.
 */
export async function fillLargeQueue(database: RawDatabase, jobs: number): Promise<void> {
  const dialect = database.location.kind === 'postgres' ? POSTGRES : SQLITE;
  const start = Date.now() - jobs * 1_000;
  for (let first = 1; first <= jobs; first += CHUNK) {
    const last = Math.min(first + CHUNK - 1, jobs);
    await database.sql(insertJobs(dialect, start), [first, last]);
    await database.sql(insertEvents(dialect, start), [first, last]);
  }
  for (const statement of ['VACUUM', 'ANALYZE']) await database.sql(statement);
}

/** How an id is made of text, and an instant of milliseconds. */
interface Dialect {
  readonly id: (text: string) => string;
  readonly at: (ms: string) => string;
}

const POSTGRES: Dialect = { id: (text) => `CAST(${text} AS uuid)`, at: (ms) => `to_timestamp((${ms}) / 1000.0)` };
const SQLITE: Dialect = { id: (text) => text, at: (ms) => ms };

const NUMBERS = 'WITH RECURSIVE n (n) AS (SELECT CAST(? AS bigint) UNION ALL SELECT n + 1 FROM n WHERE n < ?)';
const ID = `'00000000-0000-7000-8000-' || substr(CAST(1000000000000 + n AS text), 2)`;
const TYPE = `CASE WHEN n <= ${FAILED_JOBS} THEN '${RARE_TYPE}' ELSE 'Large.Type-' || (n % ${USUAL_TYPES}) END`;
const STATUS = `CASE WHEN n <= ${FAILED_JOBS} THEN 'failed' WHEN n % 1000 < 96 THEN 'queued'
  WHEN n % 1000 < 98 THEN 'running' ELSE 'succeeded' END`;
const EVENT_TYPE = `CASE step WHEN 1 THEN 'created' WHEN 2 THEN 'claimed'
  WHEN ${EVENTS_PER_JOB} THEN CASE WHEN n <= ${FAILED_JOBS} THEN 'failed' ELSE 'succeeded' END ELSE 'progress' END`;

function insertJobs({ id, at }: Dialect, start: number): string {
  return `
INSERT INTO jobs_job (id, type, payload, status, attempts, locked_by, locked_until, finished_at,
                      available_at, created_at, updated_at)
${NUMBERS}
SELECT ${id(ID)}, ${TYPE}, '{"customer": 12345, "note": "a payload of a usual size"}', status,
       CASE WHEN status = 'queued' AND n % 1000 > 1 THEN 0 ELSE 1 END,
       CASE WHEN status = 'running' THEN 'host:1:thread-1:00000000' END,
       CASE WHEN status = 'running' THEN at END,
       CASE WHEN status IN ('succeeded', 'failed') THEN at END,
       at, at, at
FROM (SELECT n, ${at(`${start} + n * 1000`)} AS at, ${STATUS} AS status FROM n) AS job`;
}

function insertEvents({ id, at }: Dialect, start: number): string {
  const steps = Array.from({ length: EVENTS_PER_JOB }, (_, index) => `SELECT ${index + 1} AS step`).join(' UNION ALL ');
  return `
INSERT INTO jobs_jobevent (job_id, type, attempt, worker_id, message, created_at)
${NUMBERS}
SELECT ${id(ID)}, ${EVENT_TYPE}, 1, 'host:1:thread-1:00000000', 'Something happened', ${at(`${start} + n * 1000`)}
FROM n CROSS JOIN (${steps}) AS step ORDER BY n, step`;
}
