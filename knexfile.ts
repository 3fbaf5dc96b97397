import type { Knex } from 'knex';
import { loadConfig, processEnvironment } from './src/infrastructure/config.js';
import { migrationSource } from './src/infrastructure/persistence/migrations/migration-source.js';
import { sqliteKnexConfig } from './src/infrastructure/persistence/sqlite/open-sqlite.js';

/**
 * For the `knex` command line, on the database that DATABASE_URL names. On Node 20 it needs
 * NODE_OPTIONS='--import tsx'. Unlike `leasehold migrate`, it does not keep two migrators apart.
 */
const { location } = loadConfig(processEnvironment(), 'migrate').database;

const config: Knex.Config = { ...connectionTo(location), migrations: { migrationSource } };

export default config;

function connectionTo(place: typeof location): Knex.Config {
  switch (place.kind) {
    case 'postgres':
      return { client: 'pg', connection: place.url };
    case 'sqlite':
      return sqliteKnexConfig(place.path, 1);
    case 'memory':
      throw new Error('memory: has no schema to migrate');
  }
}
