import knex from 'knex';
import type pg from 'pg';
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
import { POSTGRES_QUERIES } from '../query-dialect.js';
import { SlicedQueueActivity } from '../sliced-queue-activity.js';
import type { DatabaseConfig, Store } from '../store.js';
import { BEGIN_INSPECTION, POSTGRES_INSPECTION } from './inspect-postgres.js';
import { KeptPlans } from './kept-plans.js';
import { POSTGRES_ACTIVITY } from './postgres-activity.js';
import { postgresJobStatements } from './postgres-job-statements.js';
import { PostgresWakeUp } from './postgres-wake-up.js';

/** How long a call may wait for the database before it is given up. */
export interface Patience {
  readonly connectMs: number;
  /** For the answer to a statement of the queue itself, and for the next statement of an open transaction. */
  readonly statementMs: number;
  /** For the answer to a query, which may have a large table to count. */
  readonly queryMs: number;
  /** For a connection of the pool. */
  readonly acquireMs: number;
}

/** A statement that takes longer stands behind a lock or on a dead connection. Well under a usual renewal interval. */
const PATIENCE: Patience = { connectMs: 5_000, statementMs: 5_000, queryMs: 30_000, acquireMs: 5_000 };
/** A silent connection is asked whether it still stands; the operating system's own habit is to wait two hours. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** A store on PostgreSQL, over a pool of connections and one more for wake-ups. */
export function openPostgres(url: string, config: DatabaseConfig, logger: Logger, patience = PATIENCE): Store {
  const connection = {
    connectionString: url,
    application_name: 'leasehold',
    connectionTimeoutMillis: patience.connectMs,
    query_timeout: patience.queryMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  const pool = knex({
    client: 'pg',
    connection,
    pool: { min: 0, max: config.poolMax, afterCreate: askForIsoDates },
    acquireConnectionTimeout: patience.acquireMs,
    log: knexLog(logger),
  });
  // Without the limit, a transaction whose client has vanished would keep its rows locked for as long as TCP believes in it.
  const begin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${patience.statementMs}`;
  // Who cannot listen has no connection to himself, and must not leave anything behind on one.
  const plans = config.wakeUp === 'notify' ? new KeptPlans() : undefined;
  const database = new Database(pool, (query) => query(begin), patience.statementMs, plans);
  const reading = new Database(pool, (query) => query(begin));
  const inspecting = new Database(pool, (query) => query(BEGIN_INSPECTION));
  const notifying = config.wakeUp === 'notify' ? new PostgresWakeUp(connection, logger) : undefined;
  return {
    kind: 'postgres',
    repository: new KnexJobRepository(postgresJobStatements(database), config.batchMax),
    queries: new KnexJobQueries(reading, POSTGRES_QUERIES, new BoundedScans()),
    activity: new SlicedQueueActivity(new KnexActivityReader(reading, POSTGRES_ACTIVITY)),
    inspection: new KnexInspection(inspecting, POSTGRES_INSPECTION),
    wakeUp: notifying ?? new LocalWakeUp(),
    migrations: new KnexMigrations(pool),
    async close() {
      await notifying?.close();
      await Promise.all([reading.idle(), inspecting.idle(), database.idle()]);
      await pool.destroy();
    },
  };
}

/** The driver reads other styles as other dates without a word. PgBouncer, too, keeps this setting with the client. */
function askForIsoDates(connection: pg.Client, done: (error: Error | null, connection: pg.Client) => void): void {
  connection.query('SET DateStyle = ISO', (error: Error | null) => {
    if (error !== null) void connection.end(); // the pool forgets a connection that was refused here
    done(error, connection);
  });
}
