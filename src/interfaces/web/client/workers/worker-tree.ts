import type { Worker } from '../api/types.js';
import { groupBy } from '../group-by.js';

/** The workers of one process. */
export interface ProcessGroup {
  /** null: their ids do not tell. */
  readonly pid: number | null;
  readonly workers: readonly Worker[];
}

export interface HostGroup {
  readonly host: string | null;
  readonly processes: readonly ProcessGroup[];
}

/** Workers by host and process, those that need a look first: the order in which they come is kept. */
export function workerTree(workers: readonly Worker[]): readonly HostGroup[] {
  return [...groupBy(workers, ({ host }) => host)].map(([host, own]) => ({
    host,
    processes: [...groupBy(own, ({ pid }) => pid)].map(([pid, each]) => ({ pid, workers: each })),
  }));
}

/**
 * Whether a worker has a job and gives no sign of life: one that is well renews its lease three times in its course.
 *
 * @param leaseMs as the workers are set
 */
export function isSilent({ job, last_event_at }: Worker, leaseMs: number, now: number): boolean {
  return job !== null && last_event_at !== null && now - Date.parse(last_event_at) > 2 * leaseMs;
}
