import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import knex, { type Knex } from 'knex';
import type { DatabaseLocation, Store } from '../../src/infrastructure/persistence/store.js';
import { openStore } from './open-store.js';
import { sharedPostgres } from './postgres-server.js';

/** An empty database and a way to it that knows nothing of the stores. */
export interface RawDatabase<Location extends DatabaseLocation = DatabaseLocation> {
  readonly location: Location;
  readonly knex: Knex;
  /** Runs one statement and gives its rows. */
  sql<Row = Record<string, unknown>>(statement: string, bindings?: readonly unknown[]): Promise<Row[]>;
  /** Opens a store on it, closed together with the database. */
  open(options?: Parameters<typeof openStore>[1]): Store;
  close(): Promise<void>;
}

export type PostgresLocation = Extract<DatabaseLocation, { kind: 'postgres' }>;
export type SqliteLocation = Extract<DatabaseLocation, { kind: 'sqlite' }>;

export async function rawPostgres(): Promise<RawDatabase<PostgresLocation>> {
  const database = await (await sharedPostgres()).createDatabase();
  const raw = knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 4 } });
  return rawDatabase({ kind: 'postgres', url: database.url }, raw, () => database.drop());
}

/** A SQLite file, read and written by connections that set no pragma at all but the patience to wait for a lock. */
export async function rawSqlite(): Promise<RawDatabase<SqliteLocation>> {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-raw-'));
  const filename = join(folder, 'jobs.sqlite3');
  const raw = knex({
    client: 'sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    pool: { min: 0, max: 1, afterCreate: bePatient },
  });
  return rawDatabase({ kind: 'sqlite', path: filename }, raw, async () => rmSync(folder, { recursive: true }));
}

function rawDatabase<Location extends DatabaseLocation>(
  location: Location,
  raw: Knex,
  remove: () => Promise<void>,
): RawDatabase<Location> {
  const stores: Store[] = [];
  return {
    location,
    knex: raw,
    async sql<Row>(statement: string, bindings: readonly unknown[] = []) {
      const result: unknown = await raw.raw(statement, bindings as Knex.RawBinding[]);
      return (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as Row[];
    },
    open(options) {
      const store = openStore(location, options);
      stores.push(store);
      return store;
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await raw.destroy();
      await remove();
    },
  };
}

interface SqliteConnection {
  exec(sql: string, done: (error: Error | null) => void): void;
}

function bePatient(connection: SqliteConnection, done: (error: unknown, connection: SqliteConnection) => void): void {
  promisify(connection.exec.bind(connection))('PRAGMA busy_timeout = 2000').then(
    () => done(null, connection),
    (error: unknown) => done(error, connection),
  );
}
