import 'reflect-metadata';
import { Server } from 'node:http';
import { hostname } from 'node:os';
import { Container, type ResolvedValueInjectOptions, type ServiceIdentifier } from 'inversify';
import { ClaimJobs } from './application/claim-jobs.js';
import { CleanUpExpiredLeases } from './application/clean-up-expired-leases.js';
import { CompleteJob } from './application/complete-job.js';
import { CreateJob } from './application/create-job.js';
import { FailJob } from './application/fail-job.js';
import { HandlerRunner } from './application/ports/handler-runner.js';
import { Ids } from './application/ports/ids.js';
import { JobQueries } from './application/ports/job-queries.js';
import { JobRepository } from './application/ports/job-repository.js';
import { JobTypes } from './application/ports/job-types.js';
import { Logger } from './application/ports/logger.js';
import { QueueActivity } from './application/ports/queue-activity.js';
import { QueueSettings } from './application/ports/queue-settings.js';
import { WakeUp } from './application/ports/wake-up.js';
import { CheckHealth } from './application/queries/check-health.js';
import { Diagnose } from './application/queries/diagnose.js';
import { GetJob } from './application/queries/get-job.js';
import { GetStats } from './application/queries/get-stats.js';
import { GetTimeSeries } from './application/queries/get-time-series.js';
import { ListEventFeed, ListEventsOfJob } from './application/queries/list-events.js';
import { ListJobTypes } from './application/queries/list-job-types.js';
import { ListJobs } from './application/queries/list-jobs.js';
import { ListWorkers } from './application/queries/list-workers.js';
import { RecordProgress } from './application/record-progress.js';
import { RenewLease } from './application/renew-lease.js';
import { RetryFailedJobs } from './application/retry-failed-jobs.js';
import { RetryJob } from './application/retry-job.js';
import type { Config } from './infrastructure/config.js';
import { ScheduledHandlerRunner } from './infrastructure/handlers/scheduled-handler-runner.js';
import { WinstonLogger } from './infrastructure/logging/winston-logger.js';
import { createStore } from './infrastructure/persistence/create-store.js';
import type { Store } from './infrastructure/persistence/store.js';
import { UuidIds } from './infrastructure/uuid-ids.js';
import { programVersion } from './infrastructure/version.js';
import { ApiSettings } from './interfaces/http/api-settings.js';
import { createApp } from './interfaces/http/create-app.js';
import { createApiServer } from './interfaces/http/create-server.js';
import { operatorPage } from './interfaces/web/operator-page.js';
import demoHandlers from './interfaces/worker/demo-handlers.js';
import { type HandlerMap, handlerMap } from './interfaces/worker/handler-map.js';
import { HandlerRegistry } from './interfaces/worker/handler-registry.js';
import { WorkerRunner } from './interfaces/worker/worker-runner.js';
import { WorkerSettings } from './interfaces/worker/worker-settings.js';

/** The opened database. */
export const STORE: ServiceIdentifier<Store> = Symbol('Store');

/** The log for what is always told, whatever its least level. */
export const ANNOUNCEMENTS: ServiceIdentifier<Logger> = Symbol('Announcements');

/**
 * Puts the program together. Everything exists once and is made when first asked for; nothing connects, listens or
 * starts by being made.
 *
 * @param handlers of the user; they take precedence over demo handlers of the same type
 * @param output where the log goes
 */
export function buildContainer(
  config: Config,
  handlers: HandlerMap = new Map(),
  output: NodeJS.WritableStream & { readonly isTTY?: boolean } = process.stdout,
): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  const format = config.log.format ?? (output.isTTY ? 'pretty' : 'json');
  const logger = WinstonLogger.to({ level: config.log.level, format, output });
  container.bind(Logger).toConstantValue(logger);
  container.bind(ANNOUNCEMENTS).toConstantValue(logger.withLevel('info'));
  bindStore(container, config);
  bindUseCases(container, config);
  bindDiagnosis(container, config);
  bindHandlers(container, config, handlers);
  bindApi(container, config);
  bindWorker(container, config, logger.withLevel(config.log.workerLevel));
  return container;
}

function bindStore(container: Container, { database }: Config): void {
  container.bind(STORE).toResolvedValue((logger: Logger) => createStore(database, logger), [Logger]);
  container.bind(JobRepository).toResolvedValue((store: Store) => store.repository, [STORE]);
  container.bind(JobQueries).toResolvedValue((store: Store) => store.queries, [STORE]);
  container.bind(QueueActivity).toResolvedValue((store: Store) => store.activity, [STORE]);
  container.bind(WakeUp).toResolvedValue((store: Store) => store.wakeUp, [STORE]);
}

function bindUseCases(container: Container, { queue }: Config): void {
  container.bind(QueueSettings).toConstantValue({ ...queue, backoff: { ...queue.backoff, sample: Math.random } });
  container.bind(Ids).toConstantValue(new UuidIds());
  bindClass(container, CreateJob, [JobRepository, Ids, JobTypes, QueueSettings, WakeUp]);
  bindClass(container, RetryJob, [JobRepository, WakeUp]);
  bindClass(container, RetryFailedJobs, [JobQueries, RetryJob]);
  bindClass(container, ClaimJobs, [JobRepository, QueueSettings]);
  bindClass(container, RenewLease, [JobRepository, QueueSettings]);
  bindClass(container, RecordProgress, [JobRepository]);
  bindClass(container, CompleteJob, [JobRepository]);
  bindClass(container, FailJob, [JobRepository, QueueSettings, WakeUp]);
  bindClass(container, CleanUpExpiredLeases, [JobRepository, QueueSettings]);
  bindClass(container, GetJob, [JobQueries]);
  bindClass(container, ListJobs, [JobQueries]);
  bindClass(container, ListEventsOfJob, [JobQueries]);
  bindClass(container, ListEventFeed, [JobQueries]);
  bindClass(container, GetStats, [JobQueries]);
  bindClass(container, GetTimeSeries, [QueueActivity]);
  bindClass(container, ListWorkers, [QueueActivity]);
  bindClass(container, ListJobTypes, [JobQueries, JobTypes]);
  bindClass(container, CheckHealth, [JobQueries]);
}

function bindDiagnosis(container: Container, { queue, worker }: Config): void {
  const stuckAfterMs = queue.leaseMs + worker.cleanupIntervalMs;
  container.bind(Diagnose).toResolvedValue(
    ({ inspection, migrations }: Store) => {
      return new Diagnose(inspection, migrations, { stuckAfterMs, hostNow: () => Date.now() });
    },
    [STORE],
  );
}

function bindHandlers(container: Container, { worker }: Config, handlers: HandlerMap): void {
  const demos = worker.demoHandlers ? [handlerMap(demoHandlers, 'The demo handlers')] : [];
  container.bind(HandlerRegistry).toResolvedValue(() => new HandlerRegistry(...demos, handlers));
  container.bind(JobTypes).toService(HandlerRegistry);
  container
    .bind(HandlerRunner)
    .toResolvedValue((settings: WorkerSettings) => new ScheduledHandlerRunner(settings.threads), [WorkerSettings]);
}

function bindApi(container: Container, config: Config): void {
  container.bind(ApiSettings).toConstantValue(apiSettings(config));
  container.bind(Server).toResolvedValue(
    (
      createJob,
      retryJob,
      retryFailedJobs,
      getJob,
      listJobs,
      listEventsOfJob,
      listEventFeed,
      getStats,
      getTimeSeries,
      listWorkers,
      listJobTypes,
      checkHealth,
      jobTypes,
      settings,
      logger,
    ) => {
      const lists = { listJobs, listEventsOfJob, listEventFeed, listWorkers, listJobTypes };
      const queries = { ...lists, getJob, getStats, getTimeSeries, checkHealth };
      const parts = { createJob, retryJob, retryFailedJobs, ...queries, jobTypes, settings, logger };
      return createApiServer(createApp(parts, operatorPage(settings)), logger);
    },
    [
      CreateJob,
      RetryJob,
      RetryFailedJobs,
      GetJob,
      ListJobs,
      ListEventsOfJob,
      ListEventFeed,
      GetStats,
      GetTimeSeries,
      ListWorkers,
      ListJobTypes,
      CheckHealth,
      JobTypes,
      ApiSettings,
      Logger,
    ],
  );
}

function bindWorker(container: Container, { worker, queue }: Config, logger: Logger): void {
  const handlerTimeoutMs = worker.handlerTimeoutMs ?? null;
  const { leaseMs } = queue;
  const settings = { ...worker, leaseMs, handlerTimeoutMs, hostname: hostname(), pid: process.pid };
  container.bind(WorkerSettings).toConstantValue(settings);
  container.bind(WorkerRunner).toResolvedValue(
    (
      claimJobs,
      renewLease,
      recordProgress,
      completeJob,
      failJob,
      cleanUpExpiredLeases,
      getJob,
      wakeUp,
      handlers,
      handlerRunner,
    ) => {
      const useCases = { claimJobs, renewLease, recordProgress, completeJob, failJob, cleanUpExpiredLeases, getJob };
      return new WorkerRunner({ ...useCases, wakeUp, handlers, handlerRunner, settings, logger });
    },
    [
      ClaimJobs,
      RenewLease,
      RecordProgress,
      CompleteJob,
      FailJob,
      CleanUpExpiredLeases,
      GetJob,
      WakeUp,
      HandlerRegistry,
      HandlerRunner,
    ],
  );
}

/** Binds a class to itself, with a token for each parameter of its constructor. */
function bindClass<Args extends unknown[], T>(
  container: Container,
  token: new (...args: Args) => T,
  parameters: { [K in keyof Args]: ResolvedValueInjectOptions<Args[K]> },
): void {
  container.bind<T>(token).toResolvedValue<Args>((...args) => new token(...args), parameters as never);
}

function apiSettings({ http, database, queue, worker }: Config): ApiSettings {
  return {
    version: programVersion(),
    store: database.location.kind,
    environment: http.environmentName,
    timeZone: http.timeZone,
    allowedHosts: http.allowedHosts.includes('*') ? '*' : http.allowedHosts,
    publicUrl: http.publicUrl ?? null,
    trustProxy: http.trustProxy,
    corsAllowedOrigins: http.corsAllowedOrigins,
    maxBodyBytes: http.maxBodyBytes,
    worker: {
      threads: worker.threads,
      pollIntervalMs: worker.pollIntervalMs,
      leaseSeconds: queue.leaseMs / 1000,
      cleanupIntervalSeconds: worker.cleanupIntervalMs / 1000,
      cleanupBatchSize: queue.cleanupBatchSize,
      backoffBaseSeconds: queue.backoff.baseMs / 1000,
      backoffMaxSeconds: queue.backoff.maxMs / 1000,
      maxAttemptsDefault: queue.maxAttemptsDefault,
    },
  };
}
