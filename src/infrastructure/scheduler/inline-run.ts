import { type InlinePayload, Priority, type Task } from '../../domain/task.js';
import { unwatchAbort, watchAbort } from './abort-watch.js';
import { callInline, currentInlineTask, type InlineTask } from './current-task.js';
import type { HeapEntry } from './entry-heap.js';
import { ShutdownError, TaskCancelledError, type TaskError, TaskTerminatedError, TaskTimeoutError } from './errors.js';
import { instant } from './instant.js';
import { OwnTask } from './own-task.js';
import type { RunOptions, TaskHandle } from './task-handle.js';
import { madeUpId, nextTaskNumber } from './task-id.js';

/** What a run needs of its lane. */
interface RunSurroundings {
  readonly cancelGraceMs: number;
  readonly tracksContext: boolean;
  /** Takes the run out of the queue, if it is there. */
  remove(run: InlineRun): void;
}

/** One task of the inline lane, from its submission to its end. */
export class InlineRun implements TaskHandle<unknown>, HeapEntry {
  readonly priority: Priority;
  readonly submittedAt = instant();
  /** Its place in the queue. */
  key = 0;
  index = -1;
  /** The closure that submitted this one, and may wait for it. Forgotten at the end, or chains would grow for ever. */
  #submitter = currentInlineTask();
  /** Ends the wait for room, if the run is waiting for it. */
  line: AbortController | undefined;
  /** Whether the closure threw, or came to its end after it was cut off. */
  hasFailed = false;
  /** What the closure sees; undefined before it begins. */
  #task: ClosureTask | undefined;
  readonly #number = nextTaskNumber();
  #accepted: boolean | Promise<boolean> = true;
  #hasEnded = false;
  #cutOffBy: TaskError | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Made when it is asked for: nobody waits for what is only submitted. */
  #result: Promise<unknown> | undefined;
  #outcome: { readonly isError: boolean; readonly value: unknown } | undefined;
  #resolve: ((value: unknown) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(
    private readonly source: Task<InlinePayload>,
    private readonly options: RunOptions,
    private readonly lane: RunSurroundings,
  ) {
    this.priority = source.priority ?? Priority.MEDIUM;
  }

  get id(): string {
    return this.source.id ?? madeUpId(this.#number);
  }

  get accepted(): Promise<boolean> {
    return Promise.resolve(this.#accepted);
  }

  set accepted(answer: Promise<boolean>) {
    this.#accepted = answer;
  }

  get result(): Promise<unknown> {
    this.#result ??= new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#tell();
    return this.#result;
  }

  watch(): void {
    if (this.source.signal !== undefined && this.#outcome === undefined) watchAbort(this.source.signal, this.#onAbort);
  }

  readonly #onAbort = (): void => {
    void this.cutOff(new TaskCancelledError(this.id, this.source.signal?.reason), this.lane.cancelGraceMs);
  };

  refuse(): void {
    this.#accepted = false;
    this.#settle(true, new ShutdownError());
  }

  /** Calls the closure. @returns or throws what that does */
  begin(): unknown {
    const { payload, timeoutMs } = this.source;
    const task = new ClosureTask(this);
    this.#task = task;
    if (timeoutMs !== undefined) {
      const onTimeout = () => void this.cutOff(new TaskTimeoutError(this.id, timeoutMs), this.lane.cancelGraceMs);
      this.#timer = setTimeout(onTimeout, timeoutMs);
    }
    return callInline(task, payload, this.lane.tracksContext);
  }

  /** The closure has come to its end. @param value what it gave or threw */
  end(isError: boolean, value: unknown): void {
    this.#hasEnded = true;
    this.#submitter = undefined;
    this.hasFailed = isError || this.#cutOffBy !== undefined;
    this.#settle(this.hasFailed, this.#cutOffBy ?? value);
  }

  #settle(isError: boolean, value: unknown): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = { isError, value };
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    if (this.source.signal !== undefined) unwatchAbort(this.source.signal, this.#onAbort);
    this.#tell();
  }

  #tell(): void {
    if (this.#outcome === undefined) return;
    if (this.#outcome.isError) this.#reject?.(this.#outcome.value);
    else this.#resolve?.(this.#outcome.value);
  }

  isInside(lane: object): boolean {
    return (!this.#hasEnded && this.lane === lane) || this.#submitter?.isInside(lane) === true;
  }

  heard(value: unknown): void {
    this.options.onMessage?.(value);
  }

  post(value: unknown): void {
    if (!this.#hasEnded) this.#task?.deliver(value);
  }

  abort(reason: unknown): void {
    if (!this.#hasEnded) this.#task?.abort(reason);
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
    if (this.#outcome !== undefined) return this.#hasEnded || this.#task === undefined;
    this.#cutOffBy ??= error;
    if (this.#task === undefined) {
      this.line?.abort(error);
      this.lane.remove(this);
      this.#settle(true, error);
      return true;
    }
    clearTimeout(this.#timer);
    this.#task.abort(error.cause ?? error);
    if (graceMs === 0) this.#settle(true, error);
    else this.#timer = setTimeout(() => this.#settle(true, error), graceMs);
    return false;
  }
}

/** A closure's view of its own run. */
class ClosureTask extends OwnTask implements InlineTask {
  constructor(private readonly run: InlineRun) {
    super();
  }

  get id(): string {
    return this.run.id;
  }

  post(value: unknown): void {
    this.run.heard(value);
  }

  isInside(lane: object): boolean {
    return this.run.isInside(lane);
  }
}
