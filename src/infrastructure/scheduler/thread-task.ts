import type { MessagePort } from 'node:worker_threads';
import type { RunningTask } from '../../domain/task.js';
import { LazyAbort } from './lazy-abort.js';
import { Mailbox } from './mailbox.js';
import type { ThreadMessage } from './messages.js';

/** The task that runs on this thread, as its code sees it. */
export class ThreadTask extends LazyAbort implements RunningTask {
  readonly id: string;
  readonly #port: MessagePort;
  readonly #mailbox = new Mailbox();

  constructor(
    readonly slot: number,
    readonly key: number,
    id: string,
    port: MessagePort,
  ) {
    super();
    this.id = id;
    this.#port = port;
  }

  post(value: unknown): void {
    this.#port.postMessage({ kind: 'post', slot: this.slot, key: this.key, value } satisfies ThreadMessage);
  }

  onMessage(listener: (value: unknown) => void): void {
    this.#mailbox.listen(listener);
  }

  deliver(value: unknown): void {
    this.#mailbox.deliver(value);
  }
}
