import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailableError } from '../../../domain/errors.js';

/** How long a transaction waits for its turn; well under the renewal interval of a usual lease. */
export const PATIENCE_MS = 5_000;
/** Short: the lock is given to whoever looks when it is free, and not in the order of asking. */
const PAUSE_MS = 1;

/**
 * Repeats what takes the write lock of a SQLite file until no other process holds it.
 *
 * @param deadline when to give up, on the clock of `performance.now()`
 */
export async function untilFree<T>(takeLock: () => Promise<T>, deadline = performance.now() + PATIENCE_MS): Promise<T> {
  for (;;) {
    try {
      return await takeLock();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await pause(PAUSE_MS);
    }
  }
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof StoreUnavailableError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY';
}
