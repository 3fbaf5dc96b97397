import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import type { JobContext } from '../../src/application/ports/handler.js';
import { InMemoryInspection } from '../../src/infrastructure/persistence/in-memory-inspection.js';
import { InMemoryJobTable } from '../../src/infrastructure/persistence/in-memory-job-table.js';
import { LOST_OWNERSHIP } from '../../src/interfaces/worker/settlement.js';
import { expectHealthy } from '../support/expect-healthy.js';
import { randomFaults } from '../support/faulty-job-repository.js';
import { NO_MIGRATIONS } from '../support/no-migrations.js';
import { PROPERTY_SEED, propertyRuns, SEEDED } from '../support/property-seed.js';
import { seededRandom } from '../support/seeded-random.js';
import { WorkerFixture } from '../support/worker-fixture.js';

const WORKERS = 3;
const JOBS = 40;
const SECOND = 1_000;
/** How long after its call something may still happen of which the caller was told that it did not. */
const LATEST_MS = 10 * SECOND;

/** One run of the workers in a world of its own, in which `seed` decides everything: time, faults and handlers. */
class Simulation {
  readonly random: () => number;
  readonly table = new InMemoryJobTable();
  readonly workers: readonly WorkerFixture[];
  readonly ids: string[] = [];

  constructor(
    seed: number,
    private readonly clock: SinonFakeTimers,
  ) {
    this.random = seededRandom(seed);
    this.workers = Array.from({ length: WORKERS }, (_, place) => this.#worker(place));
  }

  async run(): Promise<void> {
    for (const worker of this.workers) worker.runner.start();
    for (let step = 0; step < JOBS; step += 1) {
      await this.#create();
      this.#strike();
      await this.clock.tickAsync(this.random() * 2 * SECOND);
    }
    for (const { repository } of this.workers) {
      repository.isDown = false;
      repository.chance = () => undefined;
    }
    await this.clock.tickAsync(LATEST_MS); // what is late has happened by then
    for (let waited = 0; this.#isOpen() && waited < 600; waited += 1) await this.clock.tickAsync(SECOND);
    await Promise.all(this.workers.map((worker) => worker.stop(this.clock)));
  }

  #worker(place: number): WorkerFixture {
    const handle = async (_payload: unknown, context: JobContext) => {
      const { jobId, attempt, workerId } = context;
      if (this.random() < 0.3) void context.progress('begun');
      if (this.random() < 0.3) await context.renew();
      const ms = this.random() * 5 * SECOND;
      await new Promise((resolve) => setTimeout(resolve, ms));
      if (this.random() < 0.2) throw new Error('bad luck');
      return `${jobId} ${attempt} ${workerId}`;
    };
    const handlers = { auto: { run: 'inline', handle }, manual: { run: 'inline', lease: 'manual', handle } };
    const worker = new WorkerFixture(handlers, { table: this.table, settings: { threads: 3, pid: place } });
    worker.repository.chance = randomFaults(this.random, 0.15);
    worker.repository.lateMs = () => this.random() * LATEST_MS;
    return worker;
  }

  /** The creator asks again with the same draft until it is told that the job is stored. */
  async #create(): Promise<void> {
    const worker = this.workers[0] as WorkerFixture;
    const fields = { maxAttempts: 1 + Math.floor(this.random() * 4), priority: Math.floor(this.random() * 3) };
    const creator = new WorkerFixture({}, { table: this.table });
    const type = this.random() < 0.7 ? 'auto' : 'manual';
    this.ids.push(await creator.create(type, {}, fields));
    worker.wakeUp.signal();
  }

  /** A worker loses its database, or has it back; an operator sends back what has failed. */
  #strike(): void {
    const worker = this.workers[Math.floor(this.random() * WORKERS)] as WorkerFixture;
    if (this.random() < 0.3) worker.repository.isDown = !worker.repository.isDown;
    const failed = this.table.all().find(({ status }) => status === 'failed');
    if (failed !== undefined && this.random() < 0.5)
      void worker.repository.change(failed.id, (job) => job.retry()).catch(() => undefined);
  }

  #isOpen(): boolean {
    return this.table.all().some(({ status }) => status === 'queued' || status === 'running');
  }
}

function expectAllSettled({ table, ids, workers }: Simulation, seed: string): void {
  expect(
    table.all().map(({ id }) => id),
    seed,
  ).to.have.members(ids);
  const ends = new Map<string, string>();
  for (const { jobId, attempt, workerId, type } of table.events) ends.set(`${jobId} ${attempt} ${workerId}`, type);
  for (const { id, status, attempts, result } of table.all()) {
    expect(status, seed).to.be.oneOf(['succeeded', 'failed']);
    if (status !== 'succeeded') continue;
    // The result is that of the very claim that the history says was completed.
    const owner = table.eventsOf(id).at(-1)?.workerId;
    expect(result, seed).to.equal(`${id} ${attempts} ${owner}`);
  }
  // Who is told that the claim was lost must not have ended it.
  for (const { message, fields } of workers.flatMap(({ logger }) => logger.lines)) {
    if (message !== LOST_OWNERSHIP) continue;
    const end = ends.get(`${fields.job_id} ${fields.attempt} ${fields.worker_id}`);
    expect(end, seed).not.to.be.oneOf(['succeeded', 'retry_scheduled']);
  }
}

describe('Workers in a simulated world', function () {
  this.timeout(600_000);
  let clock: SinonFakeTimers;
  beforeEach(() => {
    clock = useFakeTimers({ now: 1_700_000_000_000 });
  });
  afterEach(() => clock.restore());

  it(`settle every job, and legally, whatever the database does to them ${SEEDED}`, async () => {
    for (let run = 0; run < propertyRuns(25); run += 1) {
      const seed = PROPERTY_SEED + run;
      const simulation = new Simulation(seed, clock);
      await simulation.run();
      expectAllSettled(simulation, `seed ${seed}`);
      const { table } = simulation;
      await expectHealthy({ inspection: new InMemoryInspection(table), migrations: NO_MIGRATIONS });
    }
  });
});
