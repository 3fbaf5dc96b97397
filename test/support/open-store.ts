import { createStore } from '../../src/infrastructure/persistence/create-store.js';
import type { DatabaseConfig, DatabaseLocation, Store } from '../../src/infrastructure/persistence/store.js';
import { SilentLogger } from './silent-logger.js';

export type StoreOptions = Partial<Omit<DatabaseConfig, 'location'>>;

export function storeConfig(location: DatabaseLocation, options: StoreOptions = {}): DatabaseConfig {
  return { location, poolMax: 4, batchMax: 200, wakeUp: 'poll', ...options };
}

/** Opens what is there, as a process of its own would; the schema is left as it is. */
export function openStore(location: DatabaseLocation, options: StoreOptions = {}): Store {
  return createStore(storeConfig(location, options), new SilentLogger());
}
