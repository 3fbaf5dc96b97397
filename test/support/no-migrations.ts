import type { Migrations } from '../../src/infrastructure/persistence/store.js';

/** What a store without a schema says of its migrations. */
export const NO_MIGRATIONS: Migrations = {
  latest: async () => [],
  rollback: async () => [],
  status: async () => ({ applied: [], pending: [], unknown: [] }),
};
