import { type InlinePayload, Priority, type RunningTask, type Task } from '../../domain/task.js';
import { runInline } from './current-task.js';
import { ShutdownError, TaskCancelledError, type TaskError, TaskTerminatedError, TaskTimeoutError } from './errors.js';
import { instant } from './instant.js';
import { LazyAbort } from './lazy-abort.js';
import { Mailbox } from './mailbox.js';
import type { RunOptions, TaskHandle } from './task-handle.js';

/** What a run needs of its lane. */
interface RunSurroundings {
  readonly cancelGraceMs: number;
  /** Takes the run out of the queue, if it is there. */
  remove(run: InlineRun): void;
}

/** One task of the inline lane, from its submission to its end. */
export class InlineRun implements TaskHandle<unknown> {
  readonly id: string;
  readonly priority: Priority;
  readonly submittedAt = instant();
  readonly result: Promise<unknown>;
  accepted: Promise<boolean> = Promise.resolve(true);
  /** Ends the wait for room, if the run is waiting for it. */
  line: AbortController | undefined;
  /** Whether the closure threw, or came to its end after it was cut off. */
  hasFailed = false;
  /** What the closure sees; undefined before it begins. */
  task: InlineTask | undefined;
  #isSettled = false;
  #isOver = false;
  #cutOffBy: TaskError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #resolve: (value: unknown) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(
    private readonly source: Task<InlinePayload>,
    number: number,
    private readonly options: RunOptions,
    private readonly lane: RunSurroundings,
  ) {
    this.id = source.id ?? `task-${number}`;
    this.priority = source.priority ?? Priority.MEDIUM;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  watch(): void {
    const { signal } = this.source;
    if (signal === undefined || this.#isSettled) return;
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => {
    void this.cutOff(new TaskCancelledError(this.id, this.source.signal?.reason), this.lane.cancelGraceMs);
  };

  refuse(): void {
    this.#settle(() => this.#reject(new ShutdownError()));
  }

  /** Runs the closure. Never rejects. */
  async execute(): Promise<void> {
    const { payload, timeoutMs } = this.source;
    const task = new InlineTask(this.id, (value) => this.options.onMessage?.(value));
    this.task = task;
    if (timeoutMs !== undefined) {
      const onTimeout = () => void this.cutOff(new TaskTimeoutError(this.id, timeoutMs), this.lane.cancelGraceMs);
      this.#timer = setTimeout(onTimeout, timeoutMs);
    }
    try {
      const result = await runInline(task, () => payload(task));
      this.#finish(() => this.#resolve(result));
    } catch (thrown) {
      this.hasFailed = true;
      this.#finish(() => this.#reject(thrown));
    }
  }

  #finish(settle: () => void): void {
    this.#isOver = true;
    const cutOffBy = this.#cutOffBy;
    if (cutOffBy !== undefined) this.hasFailed = true;
    this.#settle(cutOffBy === undefined ? settle : () => this.#reject(cutOffBy));
  }

  #settle(settle: () => void): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.source.signal?.removeEventListener('abort', this.#onAbort);
    settle();
  }

  post(value: unknown): void {
    if (!this.#isOver) this.task?.deliver(value);
  }

  abort(reason: unknown): void {
    if (!this.#isOver) this.task?.abort(reason);
  }

  terminate(reason?: unknown): Promise<boolean> {
    return this.cutOff(new TaskTerminatedError(this.id, reason), 0);
  }

  /**
   * Takes the task out of the line or the queue, or aborts it. Nothing can end a closure but itself; if it has not after
   * `graceMs`, the result is rejected all the same, and the worker stays busy with it.
   *
   * @returns whether the closure has ended, or will never begin
   */
  async cutOff(error: TaskError, graceMs: number): Promise<boolean> {
    if (this.#isSettled) return this.#isOver || this.task === undefined;
    this.#cutOffBy ??= error;
    const reject = () => this.#settle(() => this.#reject(error));
    if (this.task === undefined) {
      this.line?.abort(error);
      this.lane.remove(this);
      reject();
      return true;
    }
    clearTimeout(this.#timer);
    this.task.abort(error.cause ?? error);
    if (graceMs === 0) reject();
    else this.#timer = setTimeout(reject, graceMs);
    return false;
  }
}

/** A closure's view of its own run. */
class InlineTask extends LazyAbort implements RunningTask {
  readonly #mailbox = new Mailbox();

  constructor(
    readonly id: string,
    readonly post: (value: unknown) => void,
  ) {
    super();
  }

  onMessage(listener: (value: unknown) => void): void {
    this.#mailbox.listen(listener);
  }

  deliver(value: unknown): void {
    this.#mailbox.deliver(value);
  }
}
