import type { RunningTask } from '../../domain/task.js';
import { LazyAbort } from '../lazy-abort.js';

/** A running task as its own code sees it. What tasks seldom look at is made when they do. */
export abstract class OwnTask implements RunningTask {
  readonly #cancellation = new LazyAbort();
  #listener: ((value: unknown) => void) | undefined;
  /** What came before there was a listener. */
  #kept: unknown[] | undefined;

  abstract readonly id: string;

  abstract post(value: unknown): void;

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }

  get isAborted(): boolean {
    return this.#cancellation.isAborted;
  }

  abort(reason: unknown): void {
    this.#cancellation.abort(reason);
  }

  onMessage(listener: (value: unknown) => void): void {
    this.#listener = listener;
    const kept = this.#kept ?? [];
    this.#kept = undefined;
    for (const value of kept) listener(value);
  }

  deliver(value: unknown): void {
    if (this.#listener !== undefined) this.#listener(value);
    else if (this.#kept === undefined) this.#kept = [value];
    else this.#kept.push(value);
  }
}
