import type { SinonFakeTimers } from 'sinon';
import { ClaimJobs } from '../../src/application/claim-jobs.js';
import { CleanUpExpiredLeases } from '../../src/application/clean-up-expired-leases.js';
import { CompleteJob } from '../../src/application/complete-job.js';
import { FailJob } from '../../src/application/fail-job.js';
import type { HandlerRunner } from '../../src/application/ports/handler-runner.js';
import type { QueueSettings } from '../../src/application/ports/queue-settings.js';
import { GetJob } from '../../src/application/queries/get-job.js';
import { RecordProgress } from '../../src/application/record-progress.js';
import { RenewLease } from '../../src/application/renew-lease.js';
import type { Job } from '../../src/domain/job.js';
import type { JobEvent } from '../../src/domain/job-event.js';
import type { JsonValue } from '../../src/domain/json.js';
import type { NewJob } from '../../src/domain/new-job.js';
import { InlineHandlerRunner } from '../../src/infrastructure/handlers/inline-handler-runner.js';
import { InMemoryInspection } from '../../src/infrastructure/persistence/in-memory-inspection.js';
import { InMemoryJobQueries } from '../../src/infrastructure/persistence/in-memory-job-queries.js';
import { InMemoryJobRepository } from '../../src/infrastructure/persistence/in-memory-job-repository.js';
import { InMemoryJobTable } from '../../src/infrastructure/persistence/in-memory-job-table.js';
import { LocalWakeUp } from '../../src/infrastructure/persistence/local-wake-up.js';
import { type HandlerMap, handlerMap } from '../../src/interfaces/worker/handler-map.js';
import { HandlerRegistry } from '../../src/interfaces/worker/handler-registry.js';
import { WorkerRunner } from '../../src/interfaces/worker/worker-runner.js';
import type { WorkerSettings } from '../../src/interfaces/worker/worker-settings.js';
import { draft } from './drafts.js';
import { expectHealthy } from './expect-healthy.js';
import { FaultyJobRepository } from './faulty-job-repository.js';
import { NO_MIGRATIONS } from './no-migrations.js';
import { RecordingLogger } from './recording-logger.js';

/** Of the tests' worker: lease 3 s, cleanup every second, backoff from 1 s. */
export const TEST_SETTINGS: WorkerSettings = {
  threads: 2,
  pollIntervalMs: 500,
  cleanupIntervalMs: 1_000,
  leaseMs: 3_000,
  handlerTimeoutMs: null,
  shutdownGraceMs: 5_000,
  hostname: 'host',
  pid: 7,
};

export interface FixtureOptions {
  readonly settings?: Partial<WorkerSettings>;
  readonly handlerRunner?: HandlerRunner;
  /** More handlers, from modules. */
  readonly loaded?: HandlerMap;
  /** Default 1,000. */
  readonly backoffBaseMs?: number;
  /** Of other workers, to share; default: one of its own. */
  readonly table?: InMemoryJobTable;
}

/** No map of an empty object, which is refused. */
function mapsOf(handlers: Readonly<Record<string, unknown>>): HandlerMap[] {
  return Object.keys(handlers).length === 0 ? [] : [handlerMap(handlers, 'The test handlers')];
}

/** A worker on an in-memory store whose connection can be lost. Start and stop it as the test needs. */
export class WorkerFixture {
  readonly table: InMemoryJobTable;
  readonly repository: FaultyJobRepository;
  readonly queries: InMemoryJobQueries;
  readonly wakeUp = new LocalWakeUp();
  readonly logger = new RecordingLogger();
  readonly runner: WorkerRunner;

  constructor(handlers: Readonly<Record<string, unknown>>, options: FixtureOptions = {}) {
    this.table = options.table ?? new InMemoryJobTable();
    this.repository = new FaultyJobRepository(new InMemoryJobRepository(this.table));
    this.queries = new InMemoryJobQueries(this.table);
    const settings = { ...TEST_SETTINGS, ...options.settings };
    const queueSettings: QueueSettings = {
      leaseMs: settings.leaseMs,
      backoff: { baseMs: options.backoffBaseMs ?? 1_000, maxMs: 60_000, jitter: 0, sample: () => 0 },
      maxAttemptsDefault: 3,
      cleanupBatchSize: 10,
    };
    this.runner = new WorkerRunner({
      claimJobs: new ClaimJobs(this.repository, queueSettings),
      completeJob: new CompleteJob(this.repository),
      failJob: new FailJob(this.repository, queueSettings, this.wakeUp),
      renewLease: new RenewLease(this.repository, queueSettings),
      recordProgress: new RecordProgress(this.repository),
      cleanUpExpiredLeases: new CleanUpExpiredLeases(this.repository, queueSettings),
      getJob: new GetJob(this.queries),
      handlers: new HandlerRegistry(...mapsOf(handlers), ...(options.loaded ? [options.loaded] : [])),
      handlerRunner: options.handlerRunner ?? new InlineHandlerRunner(),
      wakeUp: this.wakeUp,
      settings,
      logger: this.logger,
    });
  }

  /** Stores a job and wakes the worker. @returns the job's id */
  async create(type: string, payload: JsonValue = {}, fields: Partial<NewJob> = {}): Promise<string> {
    const { job } = await this.repository.create(draft({ type, payload, ...fields }));
    this.wakeUp.signal();
    return job.id;
  }

  /** Stops the worker under a fake clock, which never takes longer than a stop may, and asks the doctor. */
  async stop(clock: SinonFakeTimers): Promise<void> {
    const stopped = this.runner.stop();
    await clock.tickAsync(TEST_SETTINGS.shutdownGraceMs + 11_000);
    await stopped;
    await this.expectHealthy();
  }

  /** Ends the claim of a running job behind the back of its worker, as an operator might. */
  async takeAway(id: string): Promise<void> {
    const job = this.job(id);
    const token = { jobId: id, workerId: job.lockedBy ?? '', attempt: job.attempts };
    await new InMemoryJobRepository(this.table).settle(token, job.failPermanently('taken away'));
  }

  /** What a worker leaves behind must be legal, whatever happened to it. */
  async expectHealthy(): Promise<void> {
    await expectHealthy({ inspection: new InMemoryInspection(this.table), migrations: NO_MIGRATIONS });
  }

  /** The worker ids of the job's claims, in order. */
  owners(id: string): (string | null)[] {
    return this.events(id)
      .filter((event) => event.type === 'claimed')
      .map((event) => event.workerId);
  }

  job(id: string): Job {
    const job = this.table.get(id);
    if (job === undefined) throw new Error(`There is no job ${id}`);
    return job;
  }

  events(id: string): readonly JobEvent[] {
    return this.table.eventsOf(id);
  }

  eventTypes(id: string): string[] {
    return this.events(id).map((event) => event.type);
  }
}
