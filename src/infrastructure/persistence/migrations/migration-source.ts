import type { Knex } from 'knex';
import * as jobs from './001-jobs.js';
import * as largeQueues from './002-large-queues.js';
import * as finishedJobs from './003-finished-jobs.js';

/**
 * All migrations, oldest first. The names in the ledger have no file extension: a ledger that holds `001.ts` looks
 * corrupt to a build that has `001.js`.
 */
const MIGRATIONS: readonly NamedMigration[] = [
  { name: '001-jobs', migration: jobs },
  { name: '002-large-queues', migration: largeQueues },
  { name: '003-finished-jobs', migration: finishedJobs },
];

interface NamedMigration {
  readonly name: string;
  readonly migration: Knex.Migration;
}

export const migrationNames: readonly string[] = MIGRATIONS.map(({ name }) => name);

/** The migrations in the form that Knex reads. */
export const migrationSource: Knex.MigrationSource<NamedMigration> = {
  getMigrations: async () => [...MIGRATIONS],
  getMigrationName: ({ name }) => name,
  getMigration: async ({ migration }) => migration,
};
