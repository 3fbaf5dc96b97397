import type { Logger } from '../../application/ports/logger.js';
import { InMemoryActivityReader } from './in-memory-activity-reader.js';
import { InMemoryInspection } from './in-memory-inspection.js';
import { InMemoryJobQueries } from './in-memory-job-queries.js';
import { InMemoryJobRepository } from './in-memory-job-repository.js';
import { InMemoryJobTable } from './in-memory-job-table.js';
import { LocalWakeUp } from './local-wake-up.js';
import { openPostgres } from './postgres/open-postgres.js';
import { SlicedQueueActivity } from './sliced-queue-activity.js';
import { openSqlite } from './sqlite/open-sqlite.js';
import type { DatabaseConfig, Migrations, Store } from './store.js';

/** The store that the configuration names. Makes the folder of a SQLite file; connects to nothing yet. */
export function createStore(config: DatabaseConfig, logger: Logger): Store {
  const { location } = config;
  switch (location.kind) {
    case 'memory':
      return openMemory();
    case 'sqlite':
      return openSqlite(location.path, config, logger);
    case 'postgres':
      return openPostgres(location.url, config, logger);
  }
}

function openMemory(): Store {
  const table = new InMemoryJobTable();
  return {
    kind: 'memory',
    repository: new InMemoryJobRepository(table),
    queries: new InMemoryJobQueries(table),
    activity: new SlicedQueueActivity(new InMemoryActivityReader(table)),
    inspection: new InMemoryInspection(table),
    wakeUp: new LocalWakeUp(),
    migrations: NO_MIGRATIONS,
    close: async () => undefined,
  };
}

/** Memory has no schema. */
const NO_MIGRATIONS: Migrations = {
  latest: async () => [],
  rollback: async () => [],
  status: async () => ({ applied: [], pending: [], unknown: [] }),
};
