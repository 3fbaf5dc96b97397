import type { RunningTask } from '../../domain/task.js';

/** A running task as its own code sees it. What tasks seldom look at is made when they do. */
export abstract class OwnTask implements RunningTask {
  #controller: AbortController | undefined;
  #abortion: { readonly reason: unknown } | undefined;
  #listener: ((value: unknown) => void) | undefined;
  /** What came before there was a listener. */
  #kept: unknown[] | undefined;

  abstract readonly id: string;

  abstract post(value: unknown): void;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#abortion !== undefined) this.#controller.abort(this.#abortion.reason);
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#abortion !== undefined;
  }

  abort(reason: unknown): void {
    this.#abortion ??= { reason };
    this.#controller?.abort(reason);
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
