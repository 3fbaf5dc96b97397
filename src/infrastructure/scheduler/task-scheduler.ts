import { threadId } from 'node:worker_threads';
import type { InlinePayload, Metrics, Task, ThreadPayload } from '../../domain/task.js';
import { checkDurationMs, checkTask } from './check-task.js';
import { ShutdownError } from './errors.js';
import { tellFailure } from './failure-listener.js';
import { InlineLane } from './inline-lane.js';
import { metricsOf } from './metrics.js';
import { type CheckedOptions, checkOptions, type TaskSchedulerOptions } from './options.js';
import { Shutdown } from './shutdown.js';
import type { RunOptions, TaskHandle } from './task-handle.js';
import { type ProducerHandle, watchProducers } from './task-producer.js';
import { ThreadLane } from './thread-lane.js';

export {
  type InlinePayload,
  type Metrics,
  Priority,
  type RunningTask,
  type Task,
  type ThreadPayload,
} from '../../domain/task.js';
export { currentTask } from './current-task.js';
export * from './errors.js';
export type { IdleMode } from './messages.js';
export type { TaskSchedulerOptions } from './options.js';
export type { RunOptions, TaskHandle } from './task-handle.js';
export { attachProducer, type ProducerHandle, type TaskProducer } from './task-producer.js';

/**
 * Runs tasks by priority, a bounded number at a time, from bounded queues: closures on this event loop, module functions
 * on worker threads. The process stays alive while a thread task waits or runs, and no longer.
 */
export class TaskScheduler {
  readonly #options: CheckedOptions;
  readonly #inline: InlineLane;
  readonly #capacityListeners = new Set<(free: number) => void>();
  #threads: ThreadLane | undefined;
  #hasStarted = false;
  #shutdown: Shutdown | undefined;
  #rejected = 0;
  #stopWatching = (): void => {};

  /** @throws InvalidTaskError if a number is out of its range */
  constructor(options: TaskSchedulerOptions) {
    this.#options = checkOptions(options);
    this.#inline = new InlineLane(this.#options);
  }

  /**
   * Begins to run tasks; those submitted before have waited for this. Resolves when all threads are up, or at once with
   * `lazyThreads`. Calling it again does nothing more.
   */
  async start(): Promise<void> {
    this.#hasStarted = true;
    void this.#inline.start();
    if (this.#threads !== undefined || !this.#options.lazyThreads) await this.#threadLane().start();
  }

  /**
   * Queues a task, and waits while the queue is full.
   *
   * @returns false if a shutdown has begun; the task will not run then. Rejects with `TaskCancelledError` if the task's
   *   signal aborts before there was room, with `InvalidTaskError`, `UnserializableError` or `TaskTooLargeError` if the
   *   task is refused as such
   */
  async submit(task: Task): Promise<boolean> {
    checkTask(task);
    if (this.#refusesNow()) return false;
    const run = this.#launch(task, {});
    this.#reportFailure(run);
    return run.accepted;
  }

  /** Queues a task if there is room now. @returns whether it was queued. @throws as `submit` rejects */
  trySubmit(task: Task): boolean {
    checkTask(task);
    if (this.#refusesNow()) return false;
    const run = isInline(task)
      ? this.#inline.tryLaunch(task, {})
      : this.#threadLane().tryLaunch(task as Task<ThreadPayload>, {});
    if (run !== undefined) this.#reportFailure(run);
    return run !== undefined;
  }

  /** Queues a task as `submit` does, and waits for its result. Rejects with what it throws, or with a `TaskError`. */
  run<T = unknown>(task: Task, options: RunOptions = {}): Promise<T> {
    try {
      checkTask(task);
      if (this.#refusesNow()) throw new ShutdownError();
      return this.#launch(task, options).result as Promise<T>;
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** As `run`, but gives a handle on the task at once. @throws as `submit` rejects; `ShutdownError` */
  startTask<T = unknown>(task: Task, options: RunOptions = {}): TaskHandle<T> {
    checkTask(task);
    if (this.#refusesNow()) throw new ShutdownError();
    const handle = this.#launch(task, options) as TaskHandle<T>;
    // Whoever has a handle need not want the result.
    handle.result.catch(() => {});
    return handle;
  }

  /** Numbers that belong together, taken at one moment. Waits for the queue's lock for some milliseconds at most. */
  getMetrics(): Metrics {
    const tallies = [this.#inline.tally(), ...(this.#threads === undefined ? [] : [this.#threads.tally()])];
    return metricsOf(tallies, this.#rejected);
  }

  /**
   * Takes no more tasks, runs all that are queued, and ends the threads. Can be called at any time and repeatedly: there
   * is one shutdown, and all callers learn the same of it. Only a closure that this scheduler runs does not: that others
   * wait for it is possible, so it cannot wait for others. It begins the shutdown, and has `false` at once.
   *
   * @param timeoutMs after which what is left is cut off with `ShutdownError`; without it, this caller sets no limit
   * @returns whether everything has ended by itself
   */
  async shutdown({ timeoutMs }: { readonly timeoutMs?: number } = {}): Promise<boolean> {
    if (timeoutMs !== undefined) checkDurationMs('timeoutMs', timeoutMs);
    const isInside = this.#inline.isInside();
    this.#shutdown ??= this.#beginShutdown();
    if (timeoutMs !== undefined) this.#shutdown.limit(timeoutMs);
    return isInside ? false : this.#shutdown.over;
  }

  #beginShutdown(): Shutdown {
    const threads = this.#threads;
    const drained = Promise.all([this.#inline.close(), threads?.close()]);
    const error = new ShutdownError('Cut off by the shutdown of the scheduler');
    const shutdown = new Shutdown(drained, () => Promise.all([this.#inline.cutOff(error), threads?.cutOff(error)]));
    void shutdown.over.then(() => this.#stopWatching());
    return shutdown;
  }

  /** Thread tasks that would find a thread at once, had they been submitted now. */
  get idleCapacity(): number {
    if (this.#shutdown !== undefined) return 0;
    return this.#threads === undefined ? this.#options.numWorkers : this.#threads.freeCapacity;
  }

  /**
   * Calls `listener` with `idleCapacity` whenever that has grown.
   * @returns a function that ends this
   */
  onIdleCapacity(listener: (free: number) => void): () => void {
    this.#capacityListeners.add(listener);
    return () => void this.#capacityListeners.delete(listener);
  }

  /**
   * What another thread of this process needs for `attachProducer`; send it by `workerData` or `postMessage`. Get it
   * before that thread is started: if the thread dies while it submits, that must be noticed here.
   */
  producerHandle(): ProducerHandle {
    const lane = this.#threadLane();
    this.#stopWatching();
    this.#stopWatching = watchProducers((thread) => lane.bury(thread));
    return { queue: lane.handle, home: threadId };
  }

  #refusesNow(): boolean {
    if (this.#shutdown === undefined) return false;
    this.#rejected += 1;
    return true;
  }

  #launch(task: Task, options: RunOptions): TaskHandle<unknown> {
    return isInline(task)
      ? this.#inline.launch(task, options)
      : this.#threadLane().launch(task as Task<ThreadPayload>, options);
  }

  /** What was not accepted has not failed: its caller is told. */
  #reportFailure(run: TaskHandle<unknown>): void {
    const { onFailure } = this.#options;
    run.result.catch(async (error: unknown) => {
      if (await run.accepted.catch(() => false)) await tellFailure(onFailure, error, run.id);
    });
  }

  #threadLane(): ThreadLane {
    if (this.#threads === undefined) {
      this.#threads = new ThreadLane(this.#options, (free) => {
        for (const listener of this.#capacityListeners) listener(free);
      });
      if (this.#hasStarted) void this.#threads.start();
      if (this.#shutdown !== undefined) void this.#threads.close();
    }
    return this.#threads;
  }
}

function isInline(task: Task): task is Task<InlinePayload> {
  return typeof task.payload === 'function';
}
