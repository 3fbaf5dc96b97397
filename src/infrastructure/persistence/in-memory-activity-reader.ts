import type { Percentiles } from '../../application/ports/queue-activity.js';
import type { Instant } from '../../domain/job.js';
import type { JobEvent } from '../../domain/job-event.js';
import {
  type ActivityReader,
  ENDS,
  type Holding,
  RETRIES,
  type SliceFigures,
  type WorkerTally,
} from './activity-reader.js';
import type { InMemoryJobTable } from './in-memory-job-table.js';

/** The activity of the in-memory store. */
export class InMemoryActivityReader implements ActivityReader {
  constructor(private readonly table: InMemoryJobTable) {}

  async now(): Promise<Instant> {
    return Date.now();
  }

  async figures(from: Instant, to: Instant, sliceMs: number): Promise<ReadonlyMap<Instant, SliceFigures>> {
    return this.#bySlice(from, to, sliceMs, (events) => this.#figuresOf(events));
  }

  async tallies(from: Instant, to: Instant, sliceMs: number): Promise<ReadonlyMap<Instant, readonly WorkerTally[]>> {
    return this.#bySlice(from, to, sliceMs, (events) =>
      [...groupBy(events, ({ workerId }) => workerId)].flatMap(([id, own]) => (id === null ? [] : tally(id, own))),
    );
  }

  async holdings(limit: number): Promise<readonly Holding[]> {
    return this.table
      .running()
      .map(({ id, type, attempts, lockedBy, lockedUntil }) => {
        return { id, type, attempt: attempts, lockedUntil: lockedUntil ?? 0, workerId: lockedBy ?? '' };
      })
      .sort((a, b) => a.lockedUntil - b.lockedUntil)
      .slice(0, limit);
  }

  async latestEvents(jobIds: readonly string[]): Promise<ReadonlyMap<string, JobEvent>> {
    return new Map(
      jobIds.flatMap((id) => {
        const latest = this.table.eventsOf(id).at(-1);
        return latest === undefined ? [] : [[id, latest] as const];
      }),
    );
  }

  #bySlice<T>(from: Instant, to: Instant, sliceMs: number, read: (events: JobEvent[]) => T): ReadonlyMap<Instant, T> {
    const events = this.table.events.filter(({ createdAt }) => createdAt >= from && createdAt < to);
    const slices = groupBy(events, ({ createdAt }) => createdAt - (createdAt % sliceMs));
    return new Map([...slices].map(([start, own]) => [start, read(own)]));
  }

  #figuresOf(events: readonly JobEvent[]): SliceFigures {
    return {
      created: countOf(events, ['created']),
      succeeded: countOf(events, ['succeeded']),
      failed: countOf(events, ['failed']),
      retried: countOf(events, RETRIES),
      wait: percentiles(events.flatMap((event) => this.#waitBefore(event))),
      run: percentiles(events.flatMap((event) => this.#runBefore(event))),
    };
  }

  #waitBefore({ type, jobId, createdAt }: JobEvent): number[] {
    const job = this.table.get(jobId);
    if (type !== 'claimed' || job === undefined || job.availableAt > createdAt) return [];
    return [createdAt - Math.max(job.availableAt, job.createdAt)];
  }

  #runBefore({ id, type, jobId, createdAt }: JobEvent): number[] {
    if (!ENDS.includes(type)) return [];
    const claim = this.table.eventsOf(jobId).findLast((event) => event.type === 'claimed' && event.id < id);
    return claim === undefined ? [] : [createdAt - claim.createdAt];
  }
}

function tally(id: string, events: readonly JobEvent[]): WorkerTally[] {
  const lastEvent = events.at(-1);
  if (lastEvent === undefined) return [];
  const [succeeded, failed] = [countOf(events, ['succeeded']), countOf(events, ['failed'])];
  return [{ id, succeeded, failed, retried: countOf(events, RETRIES), lastEvent }];
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function countOf(events: readonly JobEvent[], types: readonly JobEvent['type'][]): number {
  return events.filter(({ type }) => types.includes(type)).length;
}

function percentiles(durations: readonly number[]): Percentiles {
  const sorted = durations.toSorted((a, b) => a - b);
  const atRank = (percent: number) => sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? null;
  return { p50: atRank(50), p95: atRank(95) };
}
