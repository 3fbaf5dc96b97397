import { threadId } from 'node:worker_threads';
import type { Task, ThreadPayload } from '../../domain/task.js';
import { decodeThrown } from './error-codec.js';
import { type TaskError, TaskTooLargeError, WorkerDiedError } from './errors.js';
import { createQueueMemory, Field, Head, type QueueHandle, Total } from './memory-layout.js';
import type { ThreadMessage } from './messages.js';
import type { PoolThread, ThreadOptions } from './pool-thread.js';
import { type Load, QueueClient } from './queue-client.js';
import { Outcome, Refusal } from './queue-under-lock.js';
import { SharedTaskQueue } from './shared-task-queue.js';
import { decodeResult } from './task-codec.js';
import type { RunOptions } from './task-handle.js';
import { ThreadPool } from './thread-pool.js';
import { ThreadRun } from './thread-run.js';
import type { Tally } from './tally.js';

/** Slots for results that were not read yet; beyond that, submissions wait. */
const RESULT_SLOTS_PER_WORKER = 64;

export interface ThreadLaneOptions extends ThreadOptions {
  readonly numWorkers: number;
  readonly maxQueueSize: number;
  readonly bufferBytes: number;
  readonly lazyThreads: boolean;
  readonly cancelGraceMs: number;
  /** Something ended, and so many threads have nothing to do now. */
  readonly onCapacity: (free: number) => void;
}

/** Runs module functions on worker threads, which take them from a queue in shared memory. */
export class ThreadLane {
  readonly handle: QueueHandle;
  readonly cancelGraceMs: number;
  readonly queue: SharedTaskQueue;
  readonly client: QueueClient;
  readonly #pool: ThreadPool;
  readonly #options: ThreadLaneOptions;
  readonly #runs = new Map<number, ThreadRun>();
  /** Results that came by message, because the pages had no room; by key. */
  readonly #bulk = new Map<number, Buffer>();
  readonly #waiting = new Set<ThreadRun>();
  #hasStarted = false;
  #isClosing = false;
  #areSubmissionsRung = true;
  #lastFree = 0;
  #load: Load = { queued: 0, running: 0 };
  #lastTally: Tally = { completed: 0, failed: 0, latencyMs: 0, queued: 0, rejected: 0 };
  #whenOver: () => void = () => {};
  readonly #over = new Promise<void>((resolve) => {
    this.#whenOver = resolve;
  });

  constructor(options: ThreadLaneOptions) {
    const { numWorkers, maxQueueSize, bufferBytes } = options;
    this.#options = options;
    this.cancelGraceMs = options.cancelGraceMs;
    this.handle = createQueueMemory(maxQueueSize, numWorkers * (1 + RESULT_SLOTS_PER_WORKER), bufferBytes);
    this.queue = SharedTaskQueue.attach(this.handle, threadId);
    this.client = new QueueClient(this.queue, {
      ended: (slots) => this.#finish(slots),
      loaded: (load) => this.#adapt(load),
    });
    this.#pool = new ThreadPool(numWorkers, this.handle, options, {
      message: (message) => this.#receive(message),
      died: (thread) => this.client.bury(thread.number, () => this.#forget(thread)),
    });
    this.queue.setHead(Head.BELL_ON_SUBMIT, 1);
    this.client.exclusively(() => undefined);
  }

  /** How many more tasks would find a thread at once. */
  get freeCapacity(): number {
    return Math.max(0, this.#options.numWorkers - this.#waiting.size - this.#load.queued - this.#load.running);
  }

  async start(): Promise<void> {
    this.#hasStarted = true;
    this.#adapt(this.#load);
    if (this.#options.lazyThreads || this.#isClosing) return;
    this.client.hold(true);
    try {
      await this.#pool.startAll();
    } finally {
      this.client.hold(this.#isClosing);
    }
  }

  /** @throws UnserializableError, InvalidTaskError, TaskTooLargeError */
  launch(task: Task<ThreadPayload>, options: RunOptions): ThreadRun {
    const run = this.#newRun(task, options);
    this.#waiting.add(run);
    this.client.submit(run);
    run.watch();
    return run;
  }

  /** A thread that is not one of the pool's, but uses the queue, has died. */
  bury(thread: number): void {
    if (this.#pool.byNumber(thread) === undefined) this.client.bury(thread, () => {});
  }

  /** As `launch`, but only if there is room now. @returns undefined if there is none; the run may also have been refused */
  tryLaunch(task: Task<ThreadPayload>, options: RunOptions): ThreadRun | undefined {
    const run = this.#newRun(task, options);
    const slot = this.client.tryAdmit(run.task) ?? Refusal.FULL;
    if (slot === Refusal.FULL || slot === Refusal.NO_SPACE) return undefined;
    run.answered(slot);
    run.watch();
    return run;
  }

  #newRun(task: Task<ThreadPayload>, options: RunOptions): ThreadRun {
    const run = new ThreadRun(task, options, this);
    if (this.queue.couldHold(run.task.bytes)) return run;
    throw new TaskTooLargeError(`The arguments of ${run.task.bytes} bytes are more than the whole buffer can hold`);
  }

  entered(run: ThreadRun): void {
    this.#waiting.delete(run);
    this.#runs.set(run.slot, run);
  }

  left(run: ThreadRun): void {
    this.#waiting.delete(run);
    if (this.#runs.get(run.slot) === run) this.#runs.delete(run.slot);
  }

  threadOf(slot: number): PoolThread | undefined {
    return this.#pool.byNumber(this.queue.slots.get(slot, Field.OWNER) - 1);
  }

  /** Numbers that belong together; if the lock cannot be had within milliseconds, those of a moment ago. */
  tally(): Tally {
    const { queue } = this;
    const now = this.client.glance(() => ({
      completed: queue.total(Total.COMPLETED),
      failed: queue.total(Total.FAILED),
      latencyMs: queue.total(Total.LATENCY_MS),
      queued: queue.count(Head.QUEUED),
      rejected: queue.total(Total.REJECTED),
    }));
    this.#lastTally = now ?? this.#lastTally;
    return this.#lastTally;
  }

  /** Takes no more tasks. @returns a promise that resolves when all tasks have run and all threads have ended */
  close(): Promise<void> {
    if (this.#isClosing) return this.#over;
    this.#isClosing = true;
    this.#hasStarted = true;
    this.client.hold(true);
    this.client.closeQueue();
    return this.#over;
  }

  /** Takes everything out of the queue and ends everything that runs. Call after `close`. */
  async cutOff(error: TaskError): Promise<void> {
    const runs = [...this.#runs.values(), ...this.#waiting];
    await Promise.all(runs.map((run) => run.cutOff(error, 0)));
    await this.#pool.terminateAll();
  }

  #finish(slots: readonly number[]): void {
    for (const slot of slots) {
      const run = this.#runs.get(slot);
      const thread = this.threadOf(slot);
      // Messages that were sent before the end come before it.
      thread?.drainMessages();
      if (run !== undefined) this.#settle(run, thread);
      this.#runs.delete(slot);
      this.client.release(slot);
    }
  }

  #settle(run: ThreadRun, thread: PoolThread | undefined): void {
    const { slots, pages } = this.queue;
    const outcome = slots.get(run.slot, Field.OUTCOME);
    if (outcome !== Outcome.DIED) this.#pool.noteSuccess();
    if (outcome === Outcome.ABORTED || outcome === Outcome.DIED) {
      const { cause = 'exit', exitCode, uncaught } = thread?.death ?? {};
      run.rejectCutOff(() => new WorkerDiedError(run.id, cause, exitCode, uncaught));
      return;
    }
    const resultBytes = slots.get(run.slot, Field.RESULT_BYTES);
    const bytes = this.#bulk.get(run.key) ?? pages.read(slots.get(run.slot, Field.FIRST_PAGE), 0, resultBytes);
    this.#bulk.delete(run.key);
    if (outcome === Outcome.RETURNED) run.resolve(decodeResult(bytes));
    else run.reject(decodeThrown(bytes));
  }

  #receive(message: ThreadMessage): void {
    if (message.kind === 'ready') return;
    const run = this.#runs.get(message.slot);
    if (run?.key !== message.key) return;
    if (message.kind === 'began') run.began();
    else if (message.kind === 'post') run.heard(message.value);
    else this.#bulk.set(message.key, Buffer.from(message.bytes));
  }

  #forget(thread: PoolThread): void {
    this.#pool.forget(thread);
    this.client.exclusively(() => undefined);
  }

  #adapt(load: Load): void {
    this.#load = load;
    if (!this.#hasStarted) return;
    this.#pool.ensure(load.queued + load.running);
    this.#wantSubmissionsRung(!this.#pool.isComplete);
    if (this.#isClosing) {
      this.#endWhenDrained(load);
      return;
    }
    const free = this.freeCapacity;
    if (free > this.#lastFree) this.#options.onCapacity(free);
    this.#lastFree = free;
  }

  /** While threads are missing, each submission by another thread may call for one. */
  #wantSubmissionsRung(isWanted: boolean): void {
    if (isWanted === this.#areSubmissionsRung) return;
    this.#areSubmissionsRung = isWanted;
    this.client.exclusively(() => {
      this.queue.setHead(Head.BELL_ON_SUBMIT, isWanted ? 1 : 0);
      return undefined;
    });
  }

  #endWhenDrained({ queued, running }: Load): void {
    if (queued + running + this.#runs.size + this.#waiting.size > 0 || this.#pool.alive > 0) return;
    this.#pool.close();
    this.client.close();
    this.#whenOver();
  }
}
