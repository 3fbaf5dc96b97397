import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { openStore } from '../support/open-store.js';
import { killPrograms, REPOSITORY } from '../support/program.js';
import { seededRandom } from '../support/seeded-random.js';
import { type ChaosDatabase, chaosPostgres, chaosSqlite, urlOf } from './chaos-database.js';
import { processFaults, torment } from './faults.js';
import { OrderBook } from './order-book.js';
import { httpProducer, libraryProducer, operate, produce } from './producers.js';
import { type Reconciliation, reconcile } from './reconcile.js';
import { SupervisedProgram } from './supervised-program.js';

export interface ChaosOptions {
  readonly store: 'postgres' | 'sqlite';
  readonly seed: number;
  /** How long jobs are created and faults strike; draining comes on top. */
  readonly durationMs: number;
}

export interface ChaosReport extends Reconciliation {
  readonly faults: Readonly<Record<string, number>>;
  /** Starts of processes, the first ones included. */
  readonly starts: number;
  readonly drainedInMs: number;
  readonly doctor: { readonly exitCode: number | null; readonly words: string };
  /** Processes that did not end as they should when the run was over. */
  readonly badEnds: readonly string[];
}

const LEASE_MS = 2_000;
const WORKERS = 3;
const DRAIN_WITHIN_MS = 120_000;

const SETTINGS = {
  JOB_WORKER_HANDLERS: 'test/chaos/handlers.mjs',
  JOB_WORKER_THREADS: '8',
  JOB_WORKER_LEASE_SECONDS: String(LEASE_MS / 1_000),
  JOB_WORKER_CLEANUP_INTERVAL_SECONDS: '0.5',
  JOB_WORKER_BACKOFF_BASE_SECONDS: '0.2',
  JOB_WORKER_BACKOFF_MAX_SECONDS: '0.4',
  JOB_WORKER_SHUTDOWN_GRACE_SECONDS: '3',
  JOB_WORKER_MAX_ATTEMPTS_DEFAULT: '10',
  LOG_LEVEL: 'error',
  JOB_WORKER_LOG_LEVEL: 'error',
};

/**
 * Producers create jobs and workers run them, as processes of the built program, while random faults strike; then
 * everything is left in peace until no job is open, and what was acknowledged, stored and run is compared.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const database = await (options.store === 'postgres' ? chaosPostgres() : chaosSqlite());
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-chaos-runs-'));
  const store = openStore(database.direct);
  try {
    await store.migrations.latest();
    return await run(options, database, store, folder);
  } finally {
    killPrograms();
    await store.close();
    await database.close();
    rmSync(folder, { recursive: true });
  }
}

async function run(
  { seed, durationMs }: ChaosOptions,
  database: ChaosDatabase,
  store: Store,
  folder: string,
): Promise<ChaosReport> {
  const random = seededRandom(seed);
  const book = new OrderBook(random);
  const environment = { ...SETTINGS, CHAOS_FOLDER: folder };
  const at = (place: 'producers' | 'workers') => ({ ...environment, DATABASE_URL: urlOf(database.exposed[place]) });
  const api = new SupervisedProgram('api', at('producers'));
  const workers = Array.from({ length: WORKERS }, () => new SupervisedProgram('worker', at('workers')));
  const faults = await strike(random, durationMs, book, { api, workers, database });
  const drainedInMs = await drain(store);
  const programs = [api, ...workers];
  const badEnds = (await Promise.all(programs.map((program) => program.stop()))).flat();
  return {
    faults: Object.fromEntries([...faults].sort()),
    starts: programs.reduce((sum, { starts }) => sum + starts, 0),
    drainedInMs,
    ...(await reconcile(store, book, folder)),
    doctor: askDoctor(urlOf(database.direct)),
    badEnds,
  };
}

interface Scene {
  readonly api: SupervisedProgram;
  readonly workers: readonly SupervisedProgram[];
  readonly database: ChaosDatabase;
}

/** The part of the run in which jobs are created and faults strike. @returns how often each fault struck */
async function strike(
  random: () => number,
  durationMs: number,
  book: OrderBook,
  { api, workers, database }: Scene,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const over = AbortSignal.timeout(durationMs);
  const own = openStore(database.exposed.producers);
  const address = () => api.address;
  const asks = [1, 2, 3].map(() => httpProducer(book, address));
  await Promise.all([
    ...[...asks, libraryProducer(book, own), libraryProducer(book, own)].map((ask) => produce(book, ask, random, over)),
    operate(book, address, random, over),
    torment(processFaults(workers, api, LEASE_MS), random, over, counts),
    torment(database.faults, random, over, counts),
  ]);
  await own.close();
  return counts;
}

/** @returns how long it took until no job was queued or running any more */
async function drain({ queries }: Store): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { byStatus } = await queries.stats();
    const tookMs = Math.round(performance.now() - startedAt);
    // What does not end is counted as lost afterwards.
    if (byStatus.queued + byStatus.running === 0 || tookMs > DRAIN_WITHIN_MS) return tookMs;
    await pause(100);
  }
}

function askDoctor(url: string): ChaosReport['doctor'] {
  const env = { PATH: process.env.PATH, DATABASE_URL: url };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/main.js', 'doctor'], {
    cwd: REPOSITORY,
    env,
    encoding: 'utf8',
  });
  return { exitCode: status, words: `${stdout}${stderr}` };
}
