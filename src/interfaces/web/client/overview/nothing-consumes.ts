import type { JobStats, Workers } from '../api/types.js';

/** A job that could be claimed waits this long only where nobody claims. */
const LONG_WAIT_MS = 30_000;

/** Whether jobs wait that nobody takes: none runs, and no worker has given a sign of life. */
export function nothingConsumes(stats: JobStats, workers: Workers | undefined, now: number): boolean {
  const { oldest_queued_at, by_status } = stats;
  if (oldest_queued_at === null || by_status.running > 0 || now - Date.parse(oldest_queued_at) < LONG_WAIT_MS)
    return false;
  return !(workers?.results ?? []).some(({ last_event_at }) => now - Date.parse(last_event_at ?? '') < LONG_WAIT_MS);
}
