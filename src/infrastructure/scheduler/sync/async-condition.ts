import type { AsyncMutex } from './async-mutex.js';

/** A condition variable for `AsyncMutex`. As with any, the predicate is to be looked at again after each wait. */
export class AsyncCondition {
  /** A set keeps the order, and lets a waiter leave from the middle. */
  readonly #waiters = new Set<() => void>();

  constructor(private readonly mutex: AsyncMutex) {}

  /**
   * Gives the lock back, waits for a signal, and has the lock again when it resolves. Ends also when `signal` aborts; a
   * wake-up that came at the same time is the caller's to pass on.
   */
  async wait(signal?: AbortSignal): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      const wake = () => {
        this.#waiters.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiters.add(wake);
      signal?.addEventListener('abort', wake);
    });
    this.mutex.unlock();
    await woken;
    if (!this.mutex.tryLock()) await this.mutex.lock();
  }

  /** Wakes the one who has waited longest. */
  notifyOne(): void {
    if (this.#waiters.size === 0) return;
    const [wake] = this.#waiters;
    wake?.();
  }

  notifyAll(): void {
    for (const wake of [...this.#waiters]) wake();
  }
}
