import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import knex, { type Knex } from 'knex';
import type { Logger } from '../../../application/ports/logger.js';
import { BoundedScans } from '../bounded-scans.js';
import { Database } from '../database.js';
import { KnexActivityReader } from '../knex-activity-reader.js';
import { KnexInspection } from '../knex-inspection.js';
import { KnexJobQueries } from '../knex-job-queries.js';
import { KnexJobRepository } from '../knex-job-repository.js';
import { knexLog } from '../knex-log.js';
import { LocalWakeUp } from '../local-wake-up.js';
import { KnexMigrations } from '../migrations/knex-migrations.js';
import { SQLITE_QUERIES } from '../query-dialect.js';
import { SlicedQueueActivity } from '../sliced-queue-activity.js';
import type { DatabaseConfig, Store } from '../store.js';
import { beginImmediate } from './begin-immediate.js';
import { SQLITE_INSPECTION } from './inspect-sqlite.js';
import { SQLITE_ACTIVITY } from './sqlite-activity.js';
import { SqliteJobStatements } from './sqlite-job-statements.js';
import { PATIENCE_MS, untilFree } from './until-free.js';

/**
 * How long a statement waits inside SQLite for another process's transaction. It waits in one of the few threads that
 * Node runs such calls on, and the transaction that it waits for may need that thread: so not for long. SQLite also looks less and less often, up to 25 ms apart, and
 * where many take short turns the one that looks seldom gets none: after this, `untilFree` looks anew.
 */
const BUSY_TIMEOUT_MS = 20;

/**
 * Asked for on every connection, in this order. The busy timeout first, since changing the journal mode may have to
 * wait. `synchronous = FULL`: an acknowledged job survives a power failure too; WAL alone would not promise that.
 */
const PRAGMAS = [`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`, 'PRAGMA journal_mode = WAL', 'PRAGMA synchronous = FULL'];

/** A reader never waits for the writer in WAL mode, but queries do wait for a connection. */
const MAX_READERS = 4;

/**
 * A store in a SQLite file: one connection that writes, since the file has one write lock, and a few that read beside
 * it. The folder of the file is made if it is missing.
 */
export function openSqlite(
  path: string,
  config: DatabaseConfig,
  logger: Logger,
  patienceMs = PATIENCE_MS,
  scans = new BoundedScans(),
): Store {
  const { readOnly = false } = config;
  if (!readOnly) makeFolder(dirname(path));
  const writing = connect(sqliteKnexConfig(path, 1, readOnly), patienceMs, logger);
  const readers = Math.max(1, Math.min(config.poolMax - 1, MAX_READERS));
  const reading = connect(sqliteKnexConfig(path, readers, readOnly), patienceMs, logger);
  const writer = new Database(writing, beginImmediate(patienceMs));
  const reader = new Database(reading, (query) => query('BEGIN'));
  return {
    kind: 'sqlite',
    repository: new KnexJobRepository(new SqliteJobStatements(writer), config.batchMax),
    queries: new KnexJobQueries(reader, SQLITE_QUERIES, scans),
    activity: new SlicedQueueActivity(new KnexActivityReader(reader, SQLITE_ACTIVITY)),
    inspection: new KnexInspection(reader, SQLITE_INSPECTION),
    wakeUp: new LocalWakeUp(),
    migrations: new KnexMigrations(writing),
    async close() {
      await Promise.all([reader.idle(), writer.idle()]);
      await Promise.all([reading.destroy(), writing.destroy()]);
    },
  };
}

/** One level at a time: Node's own recursive way never returns where the file system makes no folders (`/proc`). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path)) throw error; // else another process was faster
  }
}

/** Knex's settings for a SQLite file, with the pragmas on every connection that it opens. */
export function sqliteKnexConfig(path: string, connections: number, readOnly = false): Knex.Config {
  return {
    client: 'sqlite3',
    // Knex adds flags to those for reading and writing; only a URI takes the latter away.
    connection: readOnly
      ? { filename: `${pathToFileURL(path).href}?mode=ro`, flags: ['OPEN_URI'] }
      : { filename: path },
    useNullAsDefault: true,
    pool: { min: 0, max: connections, afterCreate: readOnly ? prepareReading : prepare },
  };
}

function connect(settings: Knex.Config, patienceMs: number, logger: Logger): Knex {
  return knex({ ...settings, acquireConnectionTimeout: patienceMs, log: knexLog(logger) });
}

interface SqliteConnection {
  exec(sql: string, done: (error: Error | null) => void): void;
  close(done: () => void): void;
}

type Prepare = (connection: SqliteConnection, done: (error: unknown, connection: SqliteConnection) => void) => void;

const prepare = preparation(PRAGMAS);
const prepareReading = preparation(PRAGMAS.slice(0, 1)); // the journal mode is in the file, and readers sync nothing

function preparation(pragmas: readonly string[]): Prepare {
  return (connection, done) => {
    const exec = promisify(connection.exec.bind(connection));
    untilFree(() => exec(pragmas.join(';'))).then(
      () => done(null, connection),
      // The pool forgets a connection that was refused here, but its file would stay open.
      (error: unknown) => connection.close(() => done(error, connection)),
    );
  };
}
