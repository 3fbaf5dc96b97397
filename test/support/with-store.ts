import type { Claim, JobRepository } from '../../src/application/ports/job-repository.js';
import type { Job } from '../../src/domain/job.js';
import type { JobEvent } from '../../src/domain/job-event.js';
import type { NewJob } from '../../src/domain/new-job.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { draft } from './drafts.js';
import type { OpenHarness, StoreHarness } from './store-harness.js';

export const LEASE_MS = 30_000;

/** Gives each test of the enclosing `describe` a fresh store, closed after it. */
export function withStore(open: OpenHarness): () => StoreHarness {
  let harness: StoreHarness | undefined;
  beforeEach(async () => {
    harness = await open();
  });
  afterEach(async () => {
    await harness?.close();
    harness = undefined;
  });
  return () => {
    if (harness === undefined) throw new Error('No test is running');
    return harness;
  };
}

export async function createJob(repository: JobRepository, fields: Partial<NewJob> = {}): Promise<Job> {
  return (await repository.create(draft(fields))).job;
}

/** Claims the next job, which must be there. */
export async function claimNext(repository: JobRepository, workerId = 'worker-1'): Promise<Claim> {
  const [claim] = await repository.claim([workerId], LEASE_MS);
  if (claim === undefined) throw new Error('Nothing was claimable');
  return claim;
}

export async function row(store: Store, jobId: string): Promise<Job> {
  const job = await store.queries.job(jobId);
  if (job === undefined) throw new Error(`There is no job ${jobId}`);
  return job;
}

export async function history(store: Store, jobId: string): Promise<readonly JobEvent[]> {
  return (await store.queries.eventsOf(jobId, 0, 1_000)) ?? [];
}

export async function eventTypes(store: Store, jobId: string): Promise<readonly string[]> {
  return (await history(store, jobId)).map((event) => event.type);
}
