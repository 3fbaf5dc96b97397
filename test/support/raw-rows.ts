import { randomUUID } from 'node:crypto';
import type { RawDatabase } from './raw-database.js';

type Row = Readonly<Record<string, unknown>>;

/** Inserts a row by raw SQL and gives it; what is not named takes the column's default. */
async function insert(database: RawDatabase, table: string, row: Row): Promise<Row> {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  const [stored] = await database.sql<Row>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) RETURNING *`,
    Object.values(row),
  );
  return stored ?? {};
}

/** An instant in the form that the columns of that database take. */
export function instant(database: RawDatabase, ms: number): Date | number {
  return database.location.kind === 'sqlite' ? ms : new Date(ms);
}

/** A queued job with nothing but what has no default, and `fields`. */
export function insertJob(database: RawDatabase, fields: Row = {}): Promise<Row> {
  const now = instant(database, Date.now());
  const required = { id: randomUUID(), type: 'raw.job', available_at: now, created_at: now, updated_at: now };
  return insert(database, 'jobs_job', { ...required, ...fields });
}

export function insertEvent(database: RawDatabase, jobId: unknown, fields: Row = {}): Promise<Row> {
  const required = { job_id: jobId, type: 'created', created_at: instant(database, Date.now()) };
  return insert(database, 'jobs_jobevent', { ...required, ...fields });
}
