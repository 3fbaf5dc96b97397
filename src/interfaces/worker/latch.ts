import { startTimer } from './start-timer.js';

/** Remembers that something happened until somebody looks, so that no signal falls between two waits. */
export class Latch {
  #isSet = false;
  #wake: () => void = () => {};

  set(): void {
    this.#isSet = true;
    this.#wake();
  }

  clear(): void {
    this.#isSet = false;
  }

  /** Resolves once the latch is set, at once if it is, and in any case after `timeoutMs`. For one waiter at a time. */
  async wait(timeoutMs?: number): Promise<void> {
    if (this.#isSet) return;
    await new Promise<void>((resolve) => {
      const cancel = timeoutMs === undefined ? () => {} : startTimer(timeoutMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
