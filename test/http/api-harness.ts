import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { CreateJob } from '../../src/application/create-job.js';
import { type JobTypeDetails, JobTypes } from '../../src/application/ports/job-types.js';
import { type LogFields, Logger } from '../../src/application/ports/logger.js';
import { CheckHealth } from '../../src/application/queries/check-health.js';
import { GetJob } from '../../src/application/queries/get-job.js';
import { GetStats } from '../../src/application/queries/get-stats.js';
import { GetTimeSeries } from '../../src/application/queries/get-time-series.js';
import { ListEventFeed, ListEventsOfJob } from '../../src/application/queries/list-events.js';
import { ListJobTypes } from '../../src/application/queries/list-job-types.js';
import { ListJobs } from '../../src/application/queries/list-jobs.js';
import { ListWorkers } from '../../src/application/queries/list-workers.js';
import { RetryFailedJobs } from '../../src/application/retry-failed-jobs.js';
import { RetryJob } from '../../src/application/retry-job.js';
import { UuidIds } from '../../src/infrastructure/uuid-ids.js';
import type { ApiSettings } from '../../src/interfaces/http/api-settings.js';
import { type ApiParts, createApp } from '../../src/interfaces/http/create-app.js';
import { closeApiServer, createApiServer, type ServerTimeouts } from '../../src/interfaces/http/create-server.js';
import { memoryHarness } from '../support/harnesses.js';
import type { OpenHarness, StoreHarness } from '../support/store-harness.js';
import { expectDocumented } from './documented-answers.js';
import { type Answer, type Call, send } from './http-client.js';

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** Keeps its lines, so that a test can look at them. */
export class RecordingLogger extends Logger {
  constructor(
    readonly lines: LogLine[] = [],
    private readonly fields: LogFields = {},
  ) {
    super();
  }

  debug = (message: string, fields?: LogFields) => this.#record('debug', message, fields);
  info = (message: string, fields?: LogFields) => this.#record('info', message, fields);
  warn = (message: string, fields?: LogFields) => this.#record('warn', message, fields);
  error = (message: string, fields?: LogFields) => this.#record('error', message, fields);

  child(fields: LogFields): Logger {
    return new RecordingLogger(this.lines, { ...this.fields, ...fields });
  }

  #record(level: string, message: string, fields: LogFields = {}): void {
    this.lines.push({ level, message, fields: { ...this.fields, ...fields } });
  }
}

/** Knows one type, whose payload must have a `to`. */
class TestJobTypes extends JobTypes {
  names(): readonly string[] {
    return ['mail.send'];
  }

  details(type: string): JobTypeDetails | undefined {
    if (type !== 'mail.send') return undefined;
    return { payloadSchema: { type: 'object', required: ['to'] }, example: { to: 'a@example.org' } };
  }

  payloadProblems(type: string, payload: unknown): readonly string[] {
    return type !== 'mail.send' || Object.hasOwn(Object(payload), 'to') ? [] : ['must have required property to'];
  }
}

export interface ApiHarness extends StoreHarness {
  readonly port: number;
  readonly url: string;
  readonly server: Server;
  readonly logger: RecordingLogger;
  /** Sends a request and checks its answer against the OpenAPI document. */
  call(path: string, call?: Call): Promise<Answer>;
  /** `POST /api/jobs/` with a JSON body. */
  create(body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface ApiOptions {
  readonly settings?: Partial<ApiSettings>;
  readonly parts?: Partial<ApiParts>;
  readonly timeouts?: ServerTimeouts;
  /** What lies outside `/api`. */
  readonly page?: RequestHandler;
}

export const SETTINGS: ApiSettings = {
  version: '1.2.3',
  store: 'memory',
  environment: 'test',
  timeZone: 'UTC',
  allowedHosts: ['localhost', '127.0.0.1', '[::1]'],
  publicUrl: null,
  trustProxy: false,
  corsAllowedOrigins: [],
  maxBodyBytes: 1_048_576,
  worker: {
    threads: 4,
    pollIntervalMs: 500,
    leaseSeconds: 30,
    cleanupIntervalSeconds: 5,
    cleanupBatchSize: 100,
    backoffBaseSeconds: 5,
    backoffMaxSeconds: 300,
    maxAttemptsDefault: 3,
  },
};

/** The API over a fresh store, listening on a free port. */
export async function openApi(openStore: OpenHarness = memoryHarness, options: ApiOptions = {}): Promise<ApiHarness> {
  const harness = await openStore();
  const logger = new RecordingLogger();
  const app = createApp({ ...partsOver(harness, logger, options.settings), ...options.parts }, options.page);
  const server = createApiServer(app, logger, options.timeouts);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const call = async (path: string, details: Call = {}) => {
    const answer = await send(port, path, details);
    expectDocumented(details.method ?? 'GET', path, answer);
    return answer;
  };
  return {
    ...harness,
    port,
    url: `http://127.0.0.1:${port}`,
    server,
    logger,
    call,
    create: (body, headers = {}) =>
      call('/api/jobs/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async close() {
      await closeApiServer(server, 1000);
      await harness.close();
    },
  };
}

function partsOver({ store }: StoreHarness, logger: Logger, settings: Partial<ApiSettings> = {}): ApiParts {
  const { repository, queries, activity, wakeUp } = store;
  const retryJob = new RetryJob(repository, wakeUp);
  const jobTypes = new TestJobTypes();
  const backoff = { baseMs: 5000, maxMs: 300_000, jitter: 0, sample: () => 0 };
  const queueSettings = { leaseMs: 30_000, backoff, maxAttemptsDefault: 3, cleanupBatchSize: 100 };
  return {
    createJob: new CreateJob(repository, new UuidIds(), jobTypes, queueSettings, wakeUp),
    retryJob,
    retryFailedJobs: new RetryFailedJobs(queries, retryJob),
    getJob: new GetJob(queries),
    listJobs: new ListJobs(queries),
    listEventsOfJob: new ListEventsOfJob(queries),
    listEventFeed: new ListEventFeed(queries),
    getStats: new GetStats(queries),
    getTimeSeries: new GetTimeSeries(activity),
    listWorkers: new ListWorkers(activity),
    listJobTypes: new ListJobTypes(queries, jobTypes),
    checkHealth: new CheckHealth(queries),
    jobTypes,
    logger,
    settings: { ...SETTINGS, store: store.kind, ...settings },
  };
}
