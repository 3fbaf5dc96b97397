/**
 * A mutex between the asynchronous functions of one event loop. Waiters get it in the order in which they came: it is
 * handed over, never put down while somebody waits, so nobody can slip in between.
 */
export class AsyncMutex {
  readonly #waiters: (() => void)[] = [];
  #isLocked = false;

  /** Takes the lock if it is free, and leaves no trace if it is not. */
  tryLock(): boolean {
    if (this.#isLocked) return false;
    this.#isLocked = true;
    return true;
  }

  /** Resolves when the lock is the caller's. */
  lock(): Promise<void> {
    if (this.tryLock()) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  unlock(): void {
    const next = this.#waiters.shift();
    if (next === undefined) this.#isLocked = false;
    else next();
  }
}
