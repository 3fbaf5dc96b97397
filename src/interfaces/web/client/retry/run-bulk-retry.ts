import type { BulkResult } from '../api/types.js';

/** Jobs of one call: few enough that a stop takes effect soon. */
const CHUNK = 100;

export interface Progress {
  readonly retried: number;
  readonly skipped: number;
}

interface Options {
  /** How many jobs matched when the operator agreed; no more than these are touched. */
  readonly total: number;
  /** Most jobs a second; null: as fast as it goes. */
  readonly perSecond: number | null;
  readonly retry: (limit: number) => Promise<BulkResult>;
  readonly onProgress: (progress: Progress) => void;
  readonly isStopped: () => boolean;
  readonly pause: (ms: number) => Promise<void>;
}

/** Retries in chunks, until all are done, nothing matches any more, or the operator stops it. */
export async function runBulkRetry({
  total,
  perSecond,
  retry,
  onProgress,
  isStopped,
  pause,
}: Options): Promise<Progress> {
  let [retried, skipped] = [0, 0];
  const chunk = Math.max(1, Math.min(CHUNK, perSecond ?? CHUNK));
  while (retried + skipped < total && !isStopped()) {
    const result = await retry(Math.min(chunk, total - retried - skipped));
    const done = (result.retried ?? 0) + (result.skipped ?? 0);
    retried += result.retried ?? 0;
    skipped += result.skipped ?? 0;
    onProgress({ retried, skipped });
    if (done === 0) break;
    if (perSecond !== null && retried + skipped < total && !isStopped()) await pause((1000 * done) / perSecond);
  }
  return { retried, skipped };
}
