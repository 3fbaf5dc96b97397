import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import knex from 'knex';
import { Job } from '../../src/domain/job.js';
import { createStore } from '../../src/infrastructure/persistence/create-store.js';
import { InMemoryActivityReader } from '../../src/infrastructure/persistence/in-memory-activity-reader.js';
import { InMemoryInspection } from '../../src/infrastructure/persistence/in-memory-inspection.js';
import { InMemoryJobQueries } from '../../src/infrastructure/persistence/in-memory-job-queries.js';
import { InMemoryJobRepository } from '../../src/infrastructure/persistence/in-memory-job-repository.js';
import { InMemoryJobTable } from '../../src/infrastructure/persistence/in-memory-job-table.js';
import { SlicedQueueActivity } from '../../src/infrastructure/persistence/sliced-queue-activity.js';
import { sqliteKnexConfig } from '../../src/infrastructure/persistence/sqlite/open-sqlite.js';
import type { DatabaseConfig, DatabaseLocation, Store } from '../../src/infrastructure/persistence/store.js';
import { sharedPostgres } from './postgres-server.js';
import { SilentLogger } from './silent-logger.js';
import type { StoreHarness } from './store-harness.js';
import type { TestDatabase } from './test-database.js';

export interface HarnessOptions {
  readonly batchMax?: number;
}

export async function memoryHarness(): Promise<StoreHarness> {
  const table = new InMemoryJobTable();
  const opened = createStore(databaseConfig({ kind: 'memory' }), new SilentLogger());
  const store = {
    ...opened,
    repository: new InMemoryJobRepository(table),
    queries: new InMemoryJobQueries(table),
    activity: new SlicedQueueActivity(new InMemoryActivityReader(table)),
    inspection: new InMemoryInspection(table),
  };
  return {
    store,
    open: () => store,
    async age(jobId, ms) {
      const job = table.get(jobId);
      if (job === undefined) throw new Error(`There is no job ${jobId}`);
      const lockedUntil = job.lockedUntil === null ? null : job.lockedUntil - ms;
      table.put(new Job({ ...job, availableAt: job.availableAt - ms, lockedUntil }));
    },
    close: () => store.close(),
  };
}

export async function sqliteHarness(options: HarnessOptions = {}): Promise<StoreHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-test-'));
  const path = join(folder, 'jobs.sqlite3');
  const behind = knex(sqliteKnexConfig(path, 1));
  const opened = await openAll({ kind: 'sqlite', path }, options);
  return {
    ...opened,
    async age(jobId, ms) {
      await behind.raw(
        'UPDATE jobs_job SET available_at = max(0, available_at - ?), locked_until = locked_until - ? WHERE id = ?',
        [ms, ms, jobId],
      );
    },
    async close() {
      await opened.close();
      await behind.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Databases whose test is over, emptied: making one anew takes longer than most tests. */
const idleDatabases: TestDatabase[] = [];

after(async () => {
  for (const database of idleDatabases.splice(0)) await database.drop();
});

export async function postgresHarness(options: HarnessOptions = {}): Promise<StoreHarness> {
  const database = idleDatabases.pop() ?? (await (await sharedPostgres()).createDatabase());
  const behind = knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 1 } });
  const opened = await openAll({ kind: 'postgres', url: database.url }, options);
  return {
    ...opened,
    async age(jobId, ms) {
      await behind.raw(
        `UPDATE jobs_job SET available_at = GREATEST('1970-01-01Z', available_at - ? * interval '1 ms'),
                             locked_until = locked_until - ? * interval '1 ms'
         WHERE id = ?`,
        [ms, ms, jobId],
      );
    },
    async close() {
      await opened.close();
      await behind.raw('TRUNCATE jobs_job, jobs_jobevent RESTART IDENTITY');
      await behind.destroy();
      idleDatabases.push(database);
    },
  };
}

async function openAll(location: DatabaseLocation, options: HarnessOptions) {
  const stores: Store[] = [];
  const open = (): Store => {
    const store = createStore({ ...databaseConfig(location), ...options }, new SilentLogger());
    stores.push(store);
    return store;
  };
  const store = open();
  await store.migrations.latest();
  return { store, open, close: async () => void (await Promise.all(stores.map((each) => each.close()))) };
}

function databaseConfig(location: DatabaseLocation): DatabaseConfig {
  return { location, poolMax: 4, batchMax: 200, wakeUp: 'notify' };
}
