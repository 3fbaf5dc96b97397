import type { Task, ThreadPayload } from '../../domain/task.js';
import { unwatchAbort, watchAbort } from './abort-watch.js';
import { encodeThrown } from './error-codec.js';
import { ShutdownError, TaskCancelledError, type TaskError, TaskTerminatedError, TaskTimeoutError } from './errors.js';
import { instant } from './instant.js';
import { Field, State, Time } from './memory-layout.js';
import type { PoolThread } from './pool-thread.js';
import type { QueueClient, Submission } from './queue-client.js';
import { Flag } from './queue-under-lock.js';
import type { SharedTaskQueue } from './shared-task-queue.js';
import { encodeTask } from './task-codec.js';
import type { RunOptions, TaskHandle } from './task-handle.js';
import { madeUpId, nextTaskNumber } from './task-id.js';

/** What a run needs of its lane. */
export interface RunSurroundings {
  readonly queue: SharedTaskQueue;
  readonly client: QueueClient<ThreadRun>;
  readonly cancelGraceMs: number;
  threadOf(slot: number): PoolThread | undefined;
  /** The run has a slot from now on. */
  entered(run: ThreadRun): void;
  /** The run has left the queue without having begun. */
  left(run: ThreadRun): void;
}

const ignore = (): void => {};

/** One task of the thread lane, from its submission to its end. */
export class ThreadRun implements TaskHandle<unknown>, Submission {
  readonly task;
  readonly result: Promise<unknown>;
  slot = -1;
  key = -1;
  /** Whether the run got into the queue, or why it never will; not known at first. */
  #acceptance: boolean | Error | undefined;
  #accepted: Promise<boolean> | undefined;
  #settleAccepted: ((outcome: boolean | Error) => void) | undefined;
  #resolve: (value: unknown) => void = ignore;
  #reject: (error: unknown) => void = ignore;
  #hasEnded = false;
  /** Why the task is being cut off, if it is. */
  #cutOffBy: TaskError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #onAbort: (() => void) | undefined;

  /** @throws UnserializableError, InvalidTaskError */
  constructor(
    private readonly source: Task<ThreadPayload>,
    private readonly options: RunOptions,
    private readonly lane: RunSurroundings,
  ) {
    const flags = Flag.WANTED | (source.timeoutMs === undefined ? 0 : Flag.ANNOUNCED);
    this.task = encodeTask(source, flags, instant(), nextTaskNumber());
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get id(): string {
    return this.source.id ?? madeUpId(this.task.number);
  }

  /** Made when it is asked for: `run` never does. */
  get accepted(): Promise<boolean> {
    this.#accepted ??= new Promise((resolve, reject) => {
      const settle = (outcome: boolean | Error) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      if (this.#acceptance === undefined) this.#settleAccepted = settle;
      else settle(this.#acceptance);
    });
    return this.#accepted;
  }

  #answer(outcome: boolean | Error): void {
    this.#acceptance = outcome;
    this.#settleAccepted?.(outcome);
  }

  /** Begins to watch the task's signal. */
  watch(): void {
    const { signal } = this.source;
    if (signal === undefined || this.#hasEnded) return;
    this.#onAbort = () => void this.cutOff(new TaskCancelledError(this.id, signal.reason), this.lane.cancelGraceMs);
    watchAbort(signal, this.#onAbort);
  }

  answered(slot: number): void {
    if (slot < 0) {
      this.#answer(false);
      this.reject(new ShutdownError());
      return;
    }
    this.slot = slot;
    this.key = this.lane.queue.slots.time(slot, Time.KEY);
    this.lane.entered(this);
    this.#answer(true);
  }

  /** The thread says that the task begins: its time runs. */
  began(): void {
    const { timeoutMs } = this.source;
    if (timeoutMs === undefined || this.#hasEnded) return;
    const passedMs = instant() - this.lane.queue.slots.time(this.slot, Time.TAKEN_AT);
    const onTimeout = () => void this.cutOff(new TaskTimeoutError(this.id, timeoutMs), this.lane.cancelGraceMs);
    this.#timer = setTimeout(onTimeout, Math.max(0, timeoutMs - passedMs));
  }

  /** A listener that throws fails its own task, as it does in the inline lane, and disturbs no other. */
  heard(value: unknown): void {
    try {
      this.options.onMessage?.(value);
    } catch (error) {
      this.reject(error);
    }
  }

  resolve(value: unknown): void {
    if (this.#end()) this.#resolve(value);
  }

  reject(error: unknown): void {
    if (this.#end()) this.#reject(error);
  }

  /** The task ended because it was cut off, or because its thread died: `otherwise` says how. */
  rejectCutOff(otherwise: () => Error): void {
    this.reject(this.#cutOffBy ?? otherwise());
  }

  #end(): boolean {
    if (this.#hasEnded) return false;
    this.#hasEnded = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    const { signal } = this.source;
    if (signal !== undefined && this.#onAbort !== undefined) unwatchAbort(signal, this.#onAbort);
    return true;
  }

  post(value: unknown): void {
    this.#whileRunning((thread) => thread.send({ kind: 'post', key: this.key, value }));
  }

  abort(reason: unknown): void {
    this.#whileRunning((thread) => thread.send({ kind: 'abort', key: this.key, reason: encodeThrown(reason) }));
  }

  terminate(reason?: unknown): Promise<boolean> {
    return this.cutOff(new TaskTerminatedError(this.id, reason), 0);
  }

  /**
   * Takes the task out of the line or the queue, or aborts it and ends its thread after `graceMs`.
   * @returns whether the task has certainly ended
   */
  cutOff(error: TaskError, graceMs: number): Promise<boolean> {
    if (this.#hasEnded) return Promise.resolve(true);
    this.#cutOffBy ??= error;
    if (this.slot < 0) {
      this.lane.client.withdraw(this);
      this.#answer(error);
      this.reject(error);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => this.#cutOffInQueue(error, graceMs, resolve));
  }

  #cutOffInQueue(error: TaskError, graceMs: number, resolve: (hasEnded: boolean | Promise<boolean>) => void): void {
    const { queue, client } = this.lane;
    const reason = encodeThrown(error.cause ?? error);
    client.exclusively(() => {
      if (this.slot >= 0 && queue.slots.isIn(this.slot, State.QUEUED, this.key)) {
        queue.remove(this.slot);
        this.lane.left(this);
        return () => {
          this.reject(error);
          resolve(true);
        };
      }
      const thread = this.#runningThread();
      if (thread === undefined) return () => resolve(true);
      return () => {
        thread.send({ kind: 'abort', key: this.key, reason });
        if (graceMs === 0) return resolve(this.#endThread());
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => resolve(this.#endThread()), graceMs);
      };
    });
  }

  /** Ends the thread, if it still runs this task and no other. */
  #endThread(): Promise<boolean> {
    const { queue, client } = this.lane;
    return new Promise((resolve) => {
      client.exclusively(() => {
        const thread = this.#runningThread();
        if (thread === undefined) return () => resolve(true);
        // From here on the thread cannot take another task, which would die with it.
        queue.slots.set(this.slot, Field.FLAGS, queue.slots.get(this.slot, Field.FLAGS) | Flag.DOOMED);
        return () => resolve(this.#ended(thread));
      });
    });
  }

  async #ended(thread: PoolThread): Promise<boolean> {
    const hasEnded = await thread.terminate();
    // A stuck thread keeps the slot until it ends, but nobody has to wait for that.
    if (!hasEnded) this.rejectCutOff(() => new TaskTerminatedError(this.id, undefined));
    return hasEnded;
  }

  #whileRunning(act: (thread: PoolThread) => void): void {
    this.lane.client.exclusively(() => {
      const thread = this.#runningThread();
      return thread === undefined ? undefined : () => act(thread);
    });
  }

  /** Under the lock. */
  #runningThread(): PoolThread | undefined {
    if (this.slot < 0 || !this.lane.queue.slots.isIn(this.slot, State.RUNNING, this.key)) return undefined;
    return this.lane.threadOf(this.slot);
  }
}
