import type { QueueActivity, WorkerActivity } from '../ports/queue-activity.js';

const MAX_WORKERS = 500;

/** The workers that hold a job or did something of late: the overdue first, then those at work, then the latest seen. */
export class ListWorkers {
  constructor(private readonly activity: QueueActivity) {}

  /** @returns at most 500 */
  async execute(): Promise<readonly WorkerActivity[]> {
    return [...(await this.activity.workers())].sort(byUrgency).slice(0, MAX_WORKERS);
  }
}

function byUrgency(a: WorkerActivity, b: WorkerActivity): number {
  return rank(a) - rank(b) || lastSeen(b) - lastSeen(a) || (a.id < b.id ? -1 : 1);
}

function rank({ overdue, holds }: WorkerActivity): number {
  if (overdue) return 0;
  return holds === null ? 2 : 1;
}

function lastSeen({ lastEvent }: WorkerActivity): number {
  return lastEvent?.createdAt ?? 0;
}
