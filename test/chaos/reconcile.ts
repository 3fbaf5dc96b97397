import type { Job } from '../../src/domain/job.js';
import type { AuditedEvent } from '../../src/domain/job-audit.js';
import type { EventType } from '../../src/domain/job-status.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import type { OrderBook } from './order-book.js';
import { increment, type RunKey, readRuns, runKey } from './runs.js';

export interface Reconciliation {
  readonly asked: number;
  readonly acknowledged: number;
  readonly stored: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Stored although their producer never learned it: allowed, and found again by their keys. */
  readonly storedUnacknowledged: number;
  readonly lost: readonly string[];
  readonly unexpected: readonly string[];
  /** Runs of a handler beyond the first of a job, by the event that led to each. */
  readonly duplicates: Readonly<Partial<Record<EventType, number>>>;
  readonly unexplained: readonly string[];
}

const LEADS_TO_ANOTHER_RUN: readonly EventType[] = ['retry_scheduled', 'timeout_requeued', 'manual_retry'];

/** Compares what was asked for, what is stored, and what was really run. */
export async function reconcile(store: Store, book: OrderBook, folder: string): Promise<Reconciliation> {
  const jobs = await allJobs(store);
  const byKey = new Map(jobs.map((job) => [job.idempotencyKey, job]));
  const lost = [...book.acknowledged].filter(([key, id]) => {
    const job = byKey.get(key);
    return job?.id !== id || !isDone(job, book);
  });
  const unexpected = jobs.filter((job) => !book.asked.has(job.idempotencyKey ?? ''));
  const { duplicates, unexplained } = explainRuns(jobs, await eventsByJob(store), folder);
  return {
    asked: book.asked.size,
    acknowledged: book.acknowledged.size,
    stored: jobs.length,
    succeeded: jobs.filter(({ status }) => status === 'succeeded').length,
    failed: jobs.filter(({ status }) => status === 'failed').length,
    storedUnacknowledged: jobs.length - unexpected.length - book.acknowledged.size + lost.length,
    lost: lost.map(([key, id]) => `${key} ${id} ${byKey.get(key)?.status}`),
    unexpected: [...unexpected.map(({ id }) => id), ...book.surprises],
    duplicates,
    unexplained,
  };
}

/** Settled, and as its type must be: a success holds the result of its own payload. */
function isDone(job: Job, book: OrderBook): boolean {
  if (job.status === 'failed') return true;
  return job.status === 'succeeded' && job.result === book.asked.get(job.idempotencyKey ?? '')?.payload.n;
}

/**
 * Every run must belong to a claim, and every claim after a job's first to the event that gave the job back. After a
 * manual retry, a worker may come to the same job and attempt again: that is a claim more with the same key.
 */
function explainRuns(
  jobs: readonly Job[],
  events: ReadonlyMap<string, readonly AuditedEvent[]>,
  folder: string,
): Pick<Reconciliation, 'duplicates' | 'unexplained'> {
  const runs = readRuns(folder);
  const duplicates: Partial<Record<EventType, number>> = {};
  const claims = new Map<RunKey, number>();
  const successes = new Map<RunKey, number>();
  for (const { id } of jobs) {
    let reason: EventType | undefined;
    let hasRun = false;
    for (const { type, attempt, workerId } of events.get(id) ?? []) {
      const key = runKey(id, attempt, workerId);
      if (LEADS_TO_ANOTHER_RUN.includes(type)) reason = type;
      if (type === 'succeeded') increment(successes, key);
      if (type !== 'claimed') continue;
      increment(claims, key);
      if (!runs.began.has(key)) continue;
      if (hasRun && reason !== undefined) duplicates[reason] = (duplicates[reason] ?? 0) + 1;
      hasRun = true;
    }
  }
  const unexplained = [
    ...beyond(runs.began, claims).map((key) => `${key} ran more often than it was claimed`),
    ...beyond(successes, runs.ended).map((key) => `${key} succeeded without having run to its end`),
  ];
  return { duplicates, unexplained };
}

/** The keys that are more often in `counts` than in `allowed`. */
function beyond(counts: ReadonlyMap<RunKey, number>, allowed: ReadonlyMap<RunKey, number>): readonly RunKey[] {
  return [...counts].filter(([key, count]) => count > (allowed.get(key) ?? 0)).map(([key]) => key);
}

async function allJobs({ queries }: Store): Promise<readonly Job[]> {
  const page = 1_000;
  const jobs: Job[] = [];
  for (;;) {
    const found = await queries.jobs({}, page, jobs.length);
    jobs.push(...found.jobs);
    if (found.jobs.length < page) return jobs;
  }
}

async function eventsByJob({ inspection }: Store): Promise<ReadonlyMap<string, readonly AuditedEvent[]>> {
  const events = new Map<string, AuditedEvent[]>();
  await inspection.readHistories({
    job: ({ id }) => events.set(id, []),
    event: (event) => events.get(event.jobId)?.push(event),
  });
  return events;
}
