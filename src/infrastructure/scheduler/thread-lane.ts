import { threadId } from 'node:worker_threads';
import type { Task, ThreadPayload } from '../../domain/task.js';
import { EndedTasks } from './ended-tasks.js';
import { type TaskError, TaskTooLargeError } from './errors.js';
import { tellFailure } from './failure-listener.js';
import { createQueueMemory, Field, Head, type QueueHandle, State, Total } from './memory-layout.js';
import type { ThreadMessage } from './messages.js';
import type { Tally } from './metrics.js';
import type { CheckedOptions } from './options.js';
import { PoolThread } from './pool-thread.js';
import { type Load, QueueClient } from './queue-client.js';
import { Outcome, Refusal } from './queue-under-lock.js';
import { SharedTaskQueue } from './shared-task-queue.js';
import type { RunOptions } from './task-handle.js';
import { ThreadPool } from './thread-pool.js';
import { ThreadRun } from './thread-run.js';

/** Slots for results that were not read yet; beyond that, submissions wait. */
const RESULT_SLOTS_PER_WORKER = 64;

/** Runs module functions on worker threads, which take them from a queue in shared memory. */
export class ThreadLane {
  readonly handle: QueueHandle;
  readonly cancelGraceMs: number;
  readonly queue: SharedTaskQueue;
  readonly client: QueueClient<ThreadRun>;
  readonly #pool: ThreadPool;
  readonly #options: CheckedOptions;
  readonly #runs = new Map<number, ThreadRun>();
  readonly #ends: EndedTasks;
  #hasStarted = false;
  #cutOffBy: TaskError | undefined;
  #isClosing = false;
  #areSubmissionsRung = true;
  #lastFree = 0;
  #load: Load = { queued: 0, running: 0 };
  #lastTally: Tally = { completed: 0, failed: 0, latencyMs: 0, queued: 0, rejected: 0 };
  #whenOver: () => void = () => {};
  readonly #over = new Promise<void>((resolve) => {
    this.#whenOver = resolve;
  });

  /** @param onCapacity something ended, and so many threads have nothing to do now */
  constructor(
    options: CheckedOptions,
    private readonly onCapacity: (free: number) => void,
  ) {
    const { numWorkers, maxQueueSize, bufferBytes } = options;
    this.#options = options;
    this.cancelGraceMs = options.cancelGraceMs;
    this.handle = createQueueMemory(maxQueueSize, numWorkers * (1 + RESULT_SLOTS_PER_WORKER), bufferBytes);
    this.queue = SharedTaskQueue.attach(this.handle, threadId);
    this.#ends = new EndedTasks(this.queue);
    this.client = new QueueClient(this.queue, {
      ended: (slots) => this.#finish(slots),
      loaded: (load) => this.#adapt(load),
    });
    this.#pool = new ThreadPool(numWorkers, (events) => new PoolThread(this.handle, options, events), {
      message: (message) => this.#receive(message),
      died: (thread) => this.client.bury(thread.number, () => this.#forget(thread)),
    });
    this.queue.setHead(Head.BELL_ON_SUBMIT, 1);
    this.client.exclusively(() => undefined);
  }

  /** How many more tasks would find a thread at once. */
  get freeCapacity(): number {
    return Math.max(0, this.#options.numWorkers - this.client.waiting.size - this.#load.queued - this.#load.running);
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
    this.#runs.set(run.slot, run);
  }

  left(run: ThreadRun): void {
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
    this.#cutOffBy = error;
    const runs = [...this.#runs.values(), ...this.client.waiting];
    this.client.exclusively(() => this.#emptyQueueOfOthers(error));
    await Promise.all(runs.map((run) => run.cutOff(error, 0)));
    await this.#pool.terminateAll();
  }

  /** Takes out what other threads have submitted; a `Step`. */
  #emptyQueueOfOthers(error: TaskError): () => void {
    const ids: string[] = [];
    for (const slot of this.queue.slots.inState(State.QUEUED)) {
      if (this.#runs.has(slot)) continue;
      ids.push(this.#ends.idOf(slot));
      this.queue.remove(slot);
    }
    return () => {
      for (const id of ids) void tellFailure(this.#options.onFailure, error, id);
    };
  }

  #finish(slots: readonly number[]): void {
    for (const slot of slots) {
      const run = this.#runs.get(slot);
      const thread = this.threadOf(slot);
      // Messages that were sent before the end come before it.
      thread?.drainMessages();
      if (run === undefined) this.#tellFailure(slot, thread);
      else this.#settle(run, thread);
      this.#runs.delete(slot);
      this.client.release(slot);
    }
  }

  #settle(run: ThreadRun, thread: PoolThread | undefined): void {
    const outcome = this.#ends.outcome(run.slot);
    if (outcome !== Outcome.DIED) this.#pool.noteSuccess();
    if (outcome === Outcome.RETURNED) run.resolve(this.#ends.value(run.slot));
    else if (outcome === Outcome.THREW) run.reject(this.#ends.value(run.slot));
    else run.rejectCutOff(() => this.#ends.death(run.slot, run.id, thread));
  }

  /** A task that another thread submitted has failed. */
  #tellFailure(slot: number, thread: PoolThread | undefined): void {
    const id = this.#ends.idOf(slot);
    const hasDied = this.#ends.outcome(slot) === Outcome.DIED;
    const error = hasDied ? (this.#cutOffBy ?? this.#ends.death(slot, id, thread)) : this.#ends.value(slot);
    void tellFailure(this.#options.onFailure, error, id);
  }

  #receive(message: ThreadMessage): void {
    if (message.kind === 'ready') return;
    if (message.kind === 'result') {
      this.#ends.keep(message.key, message.bytes);
      return;
    }
    const run = this.#runs.get(message.slot);
    if (run?.key !== message.key) return;
    if (message.kind === 'began') run.began();
    else run.heard(message.value);
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
    if (free > this.#lastFree) this.onCapacity(free);
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
    if (queued + running + this.#runs.size + this.client.waiting.size > 0 || this.#pool.alive > 0) return;
    this.#pool.close();
    this.client.close();
    this.#whenOver();
  }
}
