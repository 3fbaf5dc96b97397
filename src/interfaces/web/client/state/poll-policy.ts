const FIRST_BACKOFF_MS = 2_000;
const LONGEST_BACKOFF_MS = 30_000;

/**
 * How long to wait before the next look.
 *
 * @param refreshMs as the operator chose
 * @param failures in a row, the latest included
 * @param status of the latest failure, where there was an answer
 * @returns milliseconds; false: never again by itself, for a request that can only be refused again
 */
export function pollDelay(refreshMs: number, failures: number, status?: number): number | false {
  if (failures === 0) return refreshMs;
  if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429) return false;
  return Math.max(refreshMs, Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10)));
}
