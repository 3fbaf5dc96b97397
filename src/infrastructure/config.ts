import { databaseLocation, postgresUrl } from './configuration/database-url.js';
import { EnvironmentReader } from './configuration/environment-reader.js';
import { SETTINGS } from './configuration/settings.js';
import type { DatabaseConfig, DatabaseLocation } from './persistence/store.js';

/** The parts of the program that can run by themselves. */
export type Command = 'start' | 'api' | 'worker' | 'migrate' | 'doctor';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** Everything that an operator can set, validated and frozen. All durations are whole milliseconds. */
export interface Config {
  readonly command: Command;
  readonly database: DatabaseConfig;
  readonly http: HttpConfig;
  readonly log: LogConfig;
  readonly queue: QueueConfig;
  readonly worker: WorkerConfig;
}

export interface HttpConfig {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** In lower case, IPv6 in brackets; `*` allows all. */
  readonly allowedHosts: readonly string[];
  /** Without a slash at the end. */
  readonly publicUrl: string | undefined;
  readonly trustProxy: boolean;
  readonly corsAllowedOrigins: readonly string[];
  readonly maxBodyBytes: number;
  readonly timeZone: string;
  /** Or ''. */
  readonly environmentName: string;
}

export interface LogConfig {
  readonly level: LogLevel;
  readonly workerLevel: LogLevel;
  /** undefined: pretty on a terminal, else JSON. */
  readonly format: 'pretty' | 'json' | undefined;
}

export interface QueueConfig {
  readonly leaseMs: number;
  readonly backoff: { readonly baseMs: number; readonly maxMs: number; readonly jitter: number };
  readonly maxAttemptsDefault: number;
  readonly cleanupBatchSize: number;
}

export interface WorkerConfig {
  readonly threads: number;
  readonly pollIntervalMs: number;
  readonly cleanupIntervalMs: number;
  /** undefined: no limit. */
  readonly handlerTimeoutMs: number | undefined;
  readonly shutdownGraceMs: number;
  /** Path of the module with the handlers, relative to the working directory or absolute. */
  readonly handlersPath: string | undefined;
  readonly demoHandlers: boolean;
}

/** The environment cannot be used; `problems` has one sentence for each bad variable, and none of their values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** The environment of this process. Nothing else reads it. */
export function processEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/**
 * The configuration that an environment asks for.
 *
 * @throws ConfigError if a variable holds a value that is not allowed; a default never takes its place
 */
export function loadConfig(environment: NodeJS.ProcessEnv, command: Command): Config {
  const reader = new EnvironmentReader(environment);
  const config: Config = {
    command,
    database: { ...readDatabase(reader), readOnly: command === 'doctor' },
    http: readHttp(reader),
    log: {
      level: reader.value(SETTINGS.logLevel),
      workerLevel: reader.value(SETTINGS.workerLogLevel),
      format: reader.optional(SETTINGS.logFormat),
    },
    queue: readQueue(reader),
    worker: readWorker(reader, command),
  };
  if (command === 'worker' && config.database.location.kind === 'memory') {
    reader.problems.push('DATABASE_URL must not be memory: for a worker, since no other process can add jobs to it');
  }
  if (command === 'doctor' && config.database.location.kind === 'memory') {
    reader.problems.push('DATABASE_URL must not be memory: for the doctor, since no other process can look into it');
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return deepFreeze(config);
}

function readDatabase(reader: EnvironmentReader): DatabaseConfig {
  return {
    location: readLocation(reader),
    poolMax: reader.value(SETTINGS.poolMax),
    batchMax: reader.value(SETTINGS.batchMax),
    wakeUp: reader.value(SETTINGS.wakeUp),
  };
}

function readLocation(reader: EnvironmentReader): DatabaseLocation {
  const url = reader.optional(SETTINGS.databaseUrl);
  const host = reader.optional(SETTINGS.postgresHost);
  const parts = {
    port: reader.value(SETTINGS.postgresPort),
    database: reader.value(SETTINGS.postgresDatabase),
    user: reader.value(SETTINGS.postgresUser),
    password: reader.value(SETTINGS.postgresPassword),
  };
  if (url !== undefined) return databaseLocation(url) ?? DEFAULT_LOCATION;
  if (host === undefined) return DEFAULT_LOCATION;
  const built = databaseLocation(postgresUrl({ host, ...parts }));
  if (built === undefined) reader.problems.push(`POSTGRES_HOST must be ${SETTINGS.postgresHost.kind.allowed}`);
  return built ?? DEFAULT_LOCATION;
}

const DEFAULT_LOCATION: DatabaseLocation = { kind: 'sqlite', path: './data/leasehold.sqlite3' };

function readHttp(reader: EnvironmentReader): HttpConfig {
  const publicUrl = reader.optional(SETTINGS.publicUrl);
  const allowedHosts = reader.value(SETTINGS.allowedHosts);
  const isDefault = !reader.isSet(SETTINGS.allowedHosts);
  return {
    host: reader.value(SETTINGS.host),
    port: reader.value(SETTINGS.port),
    allowedHosts: isDefault && publicUrl !== undefined ? [...allowedHosts, new URL(publicUrl).hostname] : allowedHosts,
    publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl).href.replace(/\/+$/, ''),
    trustProxy: reader.value(SETTINGS.trustProxy),
    corsAllowedOrigins: reader.value(SETTINGS.corsAllowedOrigins).map((origin) => new URL(origin).origin),
    maxBodyBytes: reader.value(SETTINGS.maxBodyBytes),
    timeZone: reader.value(SETTINGS.timeZone),
    environmentName: reader.value(SETTINGS.environmentName),
  };
}

function readQueue(reader: EnvironmentReader): QueueConfig {
  return {
    leaseMs: reader.value(SETTINGS.leaseMs),
    backoff: {
      baseMs: reader.value(SETTINGS.backoffBaseMs),
      maxMs: reader.value(SETTINGS.backoffMaxMs),
      jitter: reader.value(SETTINGS.backoffJitter),
    },
    maxAttemptsDefault: reader.value(SETTINGS.maxAttemptsDefault),
    cleanupBatchSize: reader.value(SETTINGS.cleanupBatchSize),
  };
}

function readWorker(reader: EnvironmentReader, command: Command): WorkerConfig {
  return {
    threads: reader.value(SETTINGS.threads),
    pollIntervalMs: reader.value(SETTINGS.pollIntervalMs),
    cleanupIntervalMs: reader.value(SETTINGS.cleanupIntervalMs),
    handlerTimeoutMs: reader.optional(SETTINGS.handlerTimeoutMs),
    shutdownGraceMs: reader.value(SETTINGS.shutdownGraceMs),
    handlersPath: reader.optional(SETTINGS.handlers),
    demoHandlers: reader.optional(SETTINGS.demoHandlers) ?? command === 'start',
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
