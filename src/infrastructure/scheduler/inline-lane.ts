import type { InlinePayload, Task } from '../../domain/task.js';
import { currentInlineTask } from './current-task.js';
import type { TaskError } from './errors.js';
import { InlineRun } from './inline-run.js';
import { instant } from './instant.js';
import { LocalTaskQueue } from './local-task-queue.js';
import type { Tally } from './metrics.js';
import type { CheckedOptions } from './options.js';
import type { RunOptions } from './task-handle.js';

/** Runs closures on this event loop: `numWorkers` asynchronous loops that take from one queue. */
export class InlineLane {
  readonly cancelGraceMs: number;
  readonly tracksContext: boolean;
  readonly #numWorkers: number;
  readonly #queue: LocalTaskQueue<InlineRun>;
  readonly #waiting = new Set<InlineRun>();
  readonly #running = new Set<InlineRun>();
  #workers: readonly Promise<void>[] | undefined;
  #completed = 0;
  #failed = 0;
  #latencyMs = 0;

  constructor({ numWorkers, maxQueueSize, cancelGraceMs, asyncContext }: CheckedOptions) {
    this.cancelGraceMs = cancelGraceMs;
    this.tracksContext = asyncContext;
    this.#numWorkers = numWorkers;
    this.#queue = new LocalTaskQueue(maxQueueSize);
  }

  /** @returns the workers, each of which resolves when the queue is closed and drained and its last task has ended */
  start(): readonly Promise<void>[] {
    this.#workers ??= Array.from({ length: this.#numWorkers }, () => this.#work());
    return this.#workers;
  }

  launch(task: Task<InlinePayload>, options: RunOptions): InlineRun {
    const run = new InlineRun(task, options, this);
    if (!this.#isAnswered(run)) {
      run.accepted = this.#stand(run);
      run.accepted.catch(() => {}); // not everybody asks; who wants the result is told there
    }
    run.watch();
    return run;
  }

  /** As `launch`, but only if there is room now. @returns undefined if there is none; the run may also have been refused */
  tryLaunch(task: Task<InlinePayload>, options: RunOptions): InlineRun | undefined {
    const run = new InlineRun(task, options, this);
    if (!this.#isAnswered(run)) return undefined;
    run.watch();
    return run;
  }

  /** Whether the run could be queued, or refused, at once. */
  #isAnswered(run: InlineRun): boolean {
    const answer = this.#queue.trySubmit(run, run.priority);
    if (answer === false) run.refuse();
    return answer !== undefined;
  }

  async #stand(run: InlineRun): Promise<boolean> {
    run.line = new AbortController();
    this.#waiting.add(run);
    try {
      const isAccepted = await this.#queue.submit(run, run.priority, run.line.signal);
      if (!isAccepted) run.refuse();
      return isAccepted;
    } finally {
      this.#waiting.delete(run);
    }
  }

  remove(run: InlineRun): void {
    this.#queue.remove(run);
  }

  async #work(): Promise<void> {
    // A caller of `start` or `close` must not find a closure running before it goes on: the first is awaited.
    let run = await this.#queue.take();
    while (run !== null) {
      this.#running.add(run);
      try {
        run.end(false, await run.begin());
      } catch (thrown) {
        run.end(true, thrown);
      }
      this.#running.delete(run);
      this.#completed += 1;
      if (run.hasFailed) this.#failed += 1;
      this.#latencyMs += instant() - run.submittedAt;
      run = this.#queue.tryTake() ?? (await this.#queue.take());
    }
  }

  tally(): Tally {
    return {
      completed: this.#completed,
      failed: this.#failed,
      latencyMs: this.#latencyMs,
      queued: this.#queue.depth,
      rejected: this.#queue.rejected,
    };
  }

  /** Whether this code is part of a closure that runs here, or of one that such a closure has submitted. */
  isInside(): boolean {
    return currentInlineTask()?.isInside(this) === true;
  }

  /** Takes no more tasks, runs those that are queued, and resolves when all have ended. */
  async close(): Promise<void> {
    this.#queue.close();
    await Promise.all(this.start());
  }

  /** Takes everything out of the queue and aborts everything that runs, without waiting for it. Call after `close`. */
  async cutOff(error: TaskError): Promise<void> {
    const runs = [...this.#waiting, ...this.#queue.entries(), ...this.#running];
    await Promise.all(runs.map((run) => run.cutOff(error, 0)));
  }
}
