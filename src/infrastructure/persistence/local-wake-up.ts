import { WakeUp } from '../../application/ports/wake-up.js';

/** Wakes the workers of this process with a function call. */
export class LocalWakeUp extends WakeUp {
  readonly #listeners = new Set<() => void>();

  signal(): void {
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
