import { optionalSetting, type Setting, setting } from './setting.js';
import {
  allowedHosts,
  anyText,
  choice,
  databaseUrl,
  flag,
  handlersModule,
  host,
  integer,
  MAX_TIMER_MS,
  origins,
  postgresHost,
  publicUrl,
  seconds,
  share,
  timeZone,
  trimmedText,
} from './value-kind.js';

const MAX_BODY_BYTES = 100 * 1024 * 1024;
const MAX_INTEGER = 2 ** 31 - 1;
/** A shorter lease would end before its first renewal could reach the database. */
const MIN_LEASE_MS = 100;

/** Every environment variable that the program reads, in the order of the documentation. */
export const SETTINGS = {
  databaseUrl: optionalSetting(
    'DATABASE_URL',
    databaseUrl,
    'where the jobs are',
    'sqlite:./data/leasehold.sqlite3, or the POSTGRES_* variables if POSTGRES_HOST is set',
  ),
  postgresHost: optionalSetting('POSTGRES_HOST', postgresHost, 'host of PostgreSQL, if DATABASE_URL is not set'),
  postgresPort: setting('POSTGRES_PORT', integer(1, 65_535), '5432', 'its port'),
  postgresDatabase: setting('POSTGRES_DB', trimmedText, 'job_queue', 'its database'),
  postgresUser: setting('POSTGRES_USER', trimmedText, 'postgres', 'its user'),
  postgresPassword: setting('POSTGRES_PASSWORD', anyText, 'postgres', 'the password of that user'),
  poolMax: setting('DATABASE_POOL_MAX', integer(1, 1000), '10', 'most database connections of one process'),
  batchMax: setting(
    'DATABASE_BATCH_MAX',
    integer(1, 1000),
    '200',
    'most calls that are merged into one statement; 1 turns merging off',
  ),
  host: setting('HOST', host, '127.0.0.1', 'address that the API listens on'),
  port: setting('PORT', integer(0, 65_535), '8000', 'port that the API listens on; 0 takes a free one'),
  allowedHosts: setting(
    'ALLOWED_HOSTS',
    allowedHosts,
    'localhost,127.0.0.1,[::1],0.0.0.0',
    'hosts that requests may name; * allows all',
    'localhost,127.0.0.1,[::1],0.0.0.0 and the host of PUBLIC_URL',
  ),
  publicUrl: optionalSetting('PUBLIC_URL', publicUrl, 'address of the API as its clients see it, for links'),
  trustProxy: setting('TRUST_PROXY', flag, 'false', 'whether X-Forwarded-* headers are believed'),
  corsAllowedOrigins: setting(
    'CORS_ALLOWED_ORIGINS',
    origins,
    '',
    'other origins whose pages may call the API',
    'empty',
  ),
  maxBodyBytes: setting('API_MAX_BODY_BYTES', integer(1, MAX_BODY_BYTES), '1048576', 'longest request body, in bytes'),
  timeZone: setting('TIME_ZONE', timeZone, 'UTC', 'zone of the times in responses'),
  logLevel: setting('LOG_LEVEL', choice('error', 'warn', 'info', 'debug'), 'info', 'least important lines in the log'),
  logFormat: optionalSetting(
    'LOG_FORMAT',
    choice('pretty', 'json'),
    'form of the log lines',
    'pretty on a terminal, else json',
  ),
  threads: setting('JOB_WORKER_THREADS', integer(1, 1000), '4', 'jobs that one process runs at a time'),
  pollIntervalMs: setting(
    'JOB_WORKER_POLL_INTERVAL_MS',
    integer(1, MAX_TIMER_MS),
    '500',
    'longest wait of an idle worker before it looks again, in milliseconds',
  ),
  wakeUp: setting(
    'JOB_WORKER_WAKE_UP',
    choice('notify', 'poll'),
    'notify',
    'how idle workers learn of new jobs; poll uses no LISTEN and NOTIFY (PgBouncer in transaction mode)',
  ),
  leaseMs: setting(
    'JOB_WORKER_LEASE_SECONDS',
    seconds(MIN_LEASE_MS),
    '30',
    'how long a claim lasts unless it is renewed',
  ),
  cleanupIntervalMs: setting(
    'JOB_WORKER_CLEANUP_INTERVAL_SECONDS',
    seconds(10),
    '5',
    'time between two passes over expired leases',
  ),
  cleanupBatchSize: setting(
    'JOB_WORKER_CLEANUP_BATCH_SIZE',
    integer(1, 10_000),
    '100',
    'most expired leases that one pass takes back',
  ),
  backoffBaseMs: setting('JOB_WORKER_BACKOFF_BASE_SECONDS', seconds(0), '5', 'delay after the first failed attempt'),
  backoffMaxMs: setting('JOB_WORKER_BACKOFF_MAX_SECONDS', seconds(0), '300', 'longest delay between attempts'),
  backoffJitter: setting(
    'JOB_WORKER_BACKOFF_JITTER',
    share,
    '0',
    'share of the delay that chance may take away, to spread retries',
  ),
  maxAttemptsDefault: setting(
    'JOB_WORKER_MAX_ATTEMPTS_DEFAULT',
    integer(1, MAX_INTEGER),
    '3',
    'attempts of a job that does not say how many it wants',
  ),
  handlerTimeoutMs: optionalSetting(
    'JOB_WORKER_HANDLER_TIMEOUT_SECONDS',
    seconds(1),
    'longest run of a handler that sets no limit of its own',
  ),
  shutdownGraceMs: setting(
    'JOB_WORKER_SHUTDOWN_GRACE_SECONDS',
    seconds(0),
    '30',
    'time that running handlers have to finish after a signal to stop',
  ),
  workerLogLevel: setting(
    'JOB_WORKER_LOG_LEVEL',
    choice('error', 'warn', 'info', 'debug'),
    'info',
    'least important lines of the worker in the log; debug shows polling and claims',
    'INFO',
  ),
  handlers: optionalSetting('JOB_WORKER_HANDLERS', handlersModule, 'the handlers of your job types'),
  demoHandlers: optionalSetting(
    'JOB_DEMO_HANDLERS',
    flag,
    'whether the demo.* types are loaded',
    'true for start, else false',
  ),
} as const satisfies Record<string, Setting>;
