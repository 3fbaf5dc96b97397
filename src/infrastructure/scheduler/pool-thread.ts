import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import type { DeathCause } from './errors.js';
import type { QueueHandle } from './memory-layout.js';
import type { IdleMode, TaskMessage, ThreadData, ThreadMessage } from './messages.js';
import { workerEntry } from './worker-entry.js';

/** How long a thread may take to end when told to. Beyond that it is in a native call, which nothing can interrupt. */
const STUCK_AFTER_MS = 1_000;

interface ThreadOptions {
  readonly idle: IdleMode;
  readonly resourceLimits: ResourceLimits | undefined;
}

export interface ThreadEvents {
  message(message: ThreadMessage): void;
  /** The thread runs no more code. */
  died(thread: PoolThread): void;
}

/** One worker thread, seen from the home thread. */
export class PoolThread {
  /** The number of the thread, as in `threadId` there. */
  readonly number: number;
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #events: ThreadEvents;
  readonly #ended: Promise<true>;
  #becameReady = (): void => {};
  #termination: Promise<boolean> | undefined;
  #cause: DeathCause = 'exit';
  #uncaught: unknown;
  #exitCode: number | undefined;

  constructor(queue: QueueHandle, { idle, resourceLimits }: ThreadOptions, events: ThreadEvents) {
    const { port1, port2 } = new MessageChannel();
    const { source, options } = workerEntry();
    const workerData: ThreadData = { queue, port: port2, idle };
    const limits = resourceLimits === undefined ? {} : { resourceLimits };
    this.#worker = new Worker(source, { ...options, ...limits, workerData, transferList: [port2] });
    this.number = this.#worker.threadId;
    this.#events = events;
    this.#port = port1;
    this.#port.on('message', (message: ThreadMessage) => this.#receive(message));
    // What keeps the process alive is the queue, not the threads.
    this.#port.unref();
    this.#worker.unref();
    this.ready = new Promise((resolve) => {
      this.#becameReady = resolve;
    });
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#exitCode = code;
        this.#becameReady();
        resolve(true);
        events.died(this);
      });
    });
    this.#worker.once('error', (error: NodeJS.ErrnoException) => {
      this.#uncaught = error;
      if (this.#termination === undefined) this.#cause = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'oom' : 'error';
    });
  }

  /** How it ended; 'exit' while it lives. */
  get death(): { cause: DeathCause; exitCode: number | undefined; uncaught: unknown } {
    return { cause: this.#cause, exitCode: this.#exitCode, uncaught: this.#uncaught };
  }

  get isLeaving(): boolean {
    return this.#termination !== undefined;
  }

  send(message: TaskMessage): void {
    this.#port.postMessage(message);
  }

  /** Handles what the thread has sent by now. Its results may be taken only after this, or they overtake messages. */
  drainMessages(): void {
    for (let next = receiveMessageOnPort(this.#port); next !== undefined; next = receiveMessageOnPort(this.#port)) {
      this.#receive(next.message as ThreadMessage);
    }
  }

  /** Ends the thread by force. @returns whether it has ended; if not, it is stuck in a native call, and ends after that */
  terminate(): Promise<boolean> {
    this.#termination ??= this.#terminate();
    return this.#termination;
  }

  async #terminate(): Promise<boolean> {
    this.#cause = 'terminated';
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), STUCK_AFTER_MS);
    });
    void this.#worker.terminate();
    const hasEnded = await Promise.race([this.#ended, stuck]);
    clearTimeout(timer);
    return hasEnded;
  }

  close(): void {
    this.#port.close();
  }

  #receive(message: ThreadMessage): void {
    if (message.kind === 'ready') this.#becameReady();
    else this.#events.message(message);
  }
}
