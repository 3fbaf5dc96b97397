import { type BackoffPolicy, backoffDelayMs } from '../../domain/backoff.js';
import { StoreUnavailableError } from '../../domain/errors.js';
import { pause } from './start-timer.js';

/** How the worker waits for a database that is away: soon at first, and never longer than 5 s. */
export const OUTAGE_BACKOFF: BackoffPolicy = { baseMs: 100, maxMs: 5_000, jitter: 0.2, sample: Math.random };

/**
 * Repeats `call` until the store answers. Right only for calls that may be repeated when their outcome is unknown.
 *
 * @param giveUp when aborted, the next failure is final
 * @param onFailure hears of each failure that will be followed by another try
 * @throws what `call` rejects with, if that is no `StoreUnavailableError` or `giveUp` has aborted
 */
export async function untilAnswered<T>(
  call: () => Promise<T>,
  giveUp: AbortSignal,
  onFailure: (error: StoreUnavailableError) => void,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || giveUp.aborted) throw error;
      onFailure(error);
    }
    await pause(backoffDelayMs(failures, OUTAGE_BACKOFF), giveUp);
  }
}
