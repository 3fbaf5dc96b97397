import type { RawDatabase } from './raw-database.js';

/** What the rows of {@link insertMany} have in common. Columns that are not named take their defaults. */
export interface BulkJobs {
  readonly count: number;
  readonly priority?: number;
  readonly attempts?: number;
  readonly maxAttempts?: number;
  /** Milliseconds from now; negative: claimable. */
  readonly availableInMs?: number;
}

/** Inserts so many queued jobs on PostgreSQL with one statement. Each row is a millisecond younger than the one before. */
export async function insertMany(database: RawDatabase, jobs: BulkJobs): Promise<void> {
  const { count, priority = 50, attempts = 0, maxAttempts = 3, availableInMs = -1_000_000 } = jobs;
  await database.sql(
    `INSERT INTO jobs_job (id, type, priority, attempts, max_attempts, available_at, created_at, updated_at)
     SELECT gen_random_uuid(), 'bulk.job', ?, ?, ?, at + ? * interval '1 ms' + n * interval '1 ms', at, at
     FROM generate_series(1, ?) n, date_trunc('milliseconds', now()) at`,
    [priority, attempts, maxAttempts, availableInMs, count],
  );
}
