import type { MessagePort } from 'node:worker_threads';
import type { ThreadMessage } from './messages.js';
import { OwnTask } from './own-task.js';

/** The task that runs on this thread, as its code sees it. */
export class ThreadTask extends OwnTask {
  readonly #port: MessagePort;

  constructor(
    readonly slot: number,
    readonly key: number,
    readonly id: string,
    port: MessagePort,
  ) {
    super();
    this.#port = port;
  }

  post(value: unknown): void {
    this.#port.postMessage({ kind: 'post', slot: this.slot, key: this.key, value } satisfies ThreadMessage);
  }
}
