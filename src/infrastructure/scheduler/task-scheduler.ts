import { type ResourceLimits, threadId } from 'node:worker_threads';
import type { InlinePayload, Metrics, Task, ThreadPayload } from '../../domain/task.js';
import { checkCount, checkDurationMs, checkTask } from './check-task.js';
import { currentInlineTask } from './current-task.js';
import { ShutdownError } from './errors.js';
import { InlineLane } from './inline-lane.js';
import type { IdleMode } from './messages.js';
import { watchProducers } from './producer-watch.js';
import type { ProducerHandle } from './task-producer.js';
import type { RunOptions, TaskHandle } from './task-handle.js';
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
export type { RunOptions, TaskHandle } from './task-handle.js';
export { attachProducer, type ProducerHandle, type TaskProducer } from './task-producer.js';

const MAX_WORKERS = 1_024;
const MAX_QUEUE_SIZE = 1_000_000;
const DEFAULT_BUFFER_BYTES = 64 * 2 ** 20;
const MAX_BUFFER_BYTES = 2 ** 32;

export interface TaskSchedulerOptions {
  /** Tasks that run at the same time, for closures and for threads each. */
  readonly numWorkers: number;
  /** Tasks that wait in a queue, again for each; running ones do not count. 100 if absent. */
  readonly maxQueueSize?: number;
  /** Start threads one by one when there is something for them to do, not in `start`. */
  readonly lazyThreads?: boolean;
  /** What threads do between tasks; `block` if absent. */
  readonly idle?: IdleMode;
  /** How long a task may go on after its signal aborted, before its thread is ended. 1000 if absent. */
  readonly cancelGraceMs?: number;
  /** Memory limits of each thread. A seat belt: not every allocation is counted, and some end the process. */
  readonly resourceLimits?: ResourceLimits;
  /** Address space for arguments and results of thread tasks; memory is used as needed. 64 MiB if absent. */
  readonly bufferBytes?: number;
  /** A nice value for the threads, so that they leave the main thread its share; not possible everywhere. */
  readonly niceness?: number;
  /** Takes the failures of tasks that were given to `submit`, whose callers do not wait for the end. */
  readonly onFailure?: (error: unknown, id: string) => void;
}

/**
 * Runs tasks by priority, a bounded number at a time, from bounded queues: closures on this event loop, module functions
 * on worker threads. The process stays alive while a thread task waits or runs, and no longer.
 */
export class TaskScheduler {
  readonly #options: TaskSchedulerOptions;
  readonly #numWorkers: number;
  readonly #maxQueueSize: number;
  readonly #bufferBytes: number;
  readonly #cancelGraceMs: number;
  readonly #inline: InlineLane;
  readonly #capacityListeners = new Set<(free: number) => void>();
  #threads: ThreadLane | undefined;
  #hasStarted = false;
  #isShuttingDown = false;
  #rejected = 0;
  #stopWatching = (): void => {};

  /** @throws InvalidTaskError if a number is out of its range */
  constructor(options: TaskSchedulerOptions) {
    this.#options = options;
    this.#numWorkers = checkCount('numWorkers', options.numWorkers, MAX_WORKERS);
    const { maxQueueSize = 100 } = options;
    this.#maxQueueSize = checkCount('maxQueueSize', maxQueueSize, MAX_QUEUE_SIZE);
    this.#bufferBytes = checkCount('bufferBytes', options.bufferBytes ?? DEFAULT_BUFFER_BYTES, MAX_BUFFER_BYTES);
    this.#cancelGraceMs = checkDurationMs('cancelGraceMs', options.cancelGraceMs ?? 1_000);
    this.#inline = new InlineLane({
      numWorkers: this.#numWorkers,
      maxQueueSize: this.#maxQueueSize,
      cancelGraceMs: this.#cancelGraceMs,
    });
  }

  /**
   * Begins to run tasks; those submitted before have waited for this. Resolves when all threads are up, or at once with
   * `lazyThreads`. Calling it again does nothing more.
   */
  async start(): Promise<void> {
    this.#hasStarted = true;
    this.#inline.start();
    if (this.#threads !== undefined || this.#options.lazyThreads !== true) await this.#threadLane().start();
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
  async run<T = unknown>(task: Task, options: RunOptions = {}): Promise<T> {
    checkTask(task);
    if (this.#refusesNow()) throw new ShutdownError();
    return this.#launch(task, options).result as Promise<T>;
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
    const sum = (field: keyof (typeof tallies)[number]) => tallies.reduce((total, tally) => total + tally[field], 0);
    const totalCompleted = sum('completed');
    return {
      totalCompleted,
      totalFailed: sum('failed'),
      averageLatencyMs: totalCompleted === 0 ? 0 : sum('latencyMs') / totalCompleted,
      currentQueueDepth: sum('queued'),
      totalRejected: sum('rejected') + this.#rejected,
    };
  }

  /**
   * Takes no more tasks, runs all that are queued, and ends the threads. Can be called at any time and repeatedly; when
   * called by a closure that this scheduler runs, it does not wait for that closure.
   *
   * @param timeoutMs after which what is left is cut off with `ShutdownError`; without it, there is no limit
   * @returns whether everything ended by itself
   */
  async shutdown({ timeoutMs }: { readonly timeoutMs?: number } = {}): Promise<boolean> {
    if (timeoutMs !== undefined) checkDurationMs('timeoutMs', timeoutMs);
    this.#isShuttingDown = true;
    const inline = this.#inline.close(currentInlineTask());
    const threads = this.#threads?.close();
    const drained = Promise.all([inline, threads]).then(() => true);
    const isDrained = timeoutMs === undefined ? await drained : await within(drained, timeoutMs);
    if (!isDrained) {
      const error = new ShutdownError('Cut off by the shutdown of the scheduler');
      await Promise.all([this.#inline.cutOff(error), this.#threads?.cutOff(error)]);
    }
    this.#stopWatching();
    return isDrained;
  }

  /** Thread tasks that would find a thread at once, had they been submitted now. */
  get idleCapacity(): number {
    if (this.#isShuttingDown) return 0;
    return this.#threads === undefined ? this.#numWorkers : this.#threads.freeCapacity;
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
    if (this.#isShuttingDown) this.#rejected += 1;
    return this.#isShuttingDown;
  }

  #launch(task: Task, options: RunOptions): TaskHandle<unknown> {
    return isInline(task)
      ? this.#inline.launch(task, options)
      : this.#threadLane().launch(task as Task<ThreadPayload>, options);
  }

  #reportFailure(run: TaskHandle<unknown>): void {
    run.result.catch((error: unknown) => this.#options.onFailure?.(error, run.id));
  }

  #threadLane(): ThreadLane {
    if (this.#threads === undefined) {
      const { idle = 'block', niceness, resourceLimits, lazyThreads = false } = this.#options;
      this.#threads = new ThreadLane({
        numWorkers: this.#numWorkers,
        maxQueueSize: this.#maxQueueSize,
        bufferBytes: this.#bufferBytes,
        cancelGraceMs: this.#cancelGraceMs,
        idle,
        niceness,
        resourceLimits,
        lazyThreads,
        onCapacity: (free) => {
          for (const listener of this.#capacityListeners) listener(free);
        },
      });
      if (this.#hasStarted) void this.#threads.start();
    }
    return this.#threads;
  }
}

function isInline(task: Task): task is Task<InlinePayload> {
  return typeof task.payload === 'function';
}

async function within(promise: Promise<boolean>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const first = await Promise.race([promise, late]);
  clearTimeout(timer);
  return first;
}
