import type { InlinePayload, RunningTask, Task } from '../../domain/task.js';
import type { TaskError } from './errors.js';
import { InlineRun } from './inline-run.js';
import { instant } from './instant.js';
import { LocalTaskQueue } from './local-task-queue.js';
import type { Tally } from './tally.js';
import type { RunOptions } from './task-handle.js';

interface InlineLaneOptions {
  readonly numWorkers: number;
  readonly maxQueueSize: number;
  readonly cancelGraceMs: number;
}

/** Runs closures on this event loop: `numWorkers` asynchronous loops that take from one queue. */
export class InlineLane {
  readonly cancelGraceMs: number;
  readonly #numWorkers: number;
  readonly #queue: LocalTaskQueue<InlineRun>;
  readonly #waiting = new Set<InlineRun>();
  readonly #queued = new Set<InlineRun>();
  readonly #running = new Set<InlineRun>();
  /** Running tasks that wait for the shutdown themselves. */
  readonly #insiders = new Set<InlineRun>();
  #waiters: { readonly isInside: boolean; readonly resolve: () => void }[] = [];
  #hasStarted = false;
  #launched = 0;
  #completed = 0;
  #failed = 0;
  #latencyMs = 0;

  constructor({ numWorkers, maxQueueSize, cancelGraceMs }: InlineLaneOptions) {
    this.cancelGraceMs = cancelGraceMs;
    this.#numWorkers = numWorkers;
    this.#queue = new LocalTaskQueue(maxQueueSize);
  }

  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    for (let worker = 0; worker < this.#numWorkers; worker += 1) void this.#work();
  }

  launch(task: Task<InlinePayload>, options: RunOptions): InlineRun {
    const run = this.#newRun(task, options);
    const answer = this.#queue.trySubmit(run, run.priority);
    if (answer === undefined) {
      run.accepted = this.#stand(run);
      run.accepted.catch(() => {}); // not everybody asks; who wants the result is told there
    } else this.#enter(run, answer);
    run.watch();
    return run;
  }

  /** As `launch`, but only if there is room now. @returns undefined if there is none; the run may also have been refused */
  tryLaunch(task: Task<InlinePayload>, options: RunOptions): InlineRun | undefined {
    const run = this.#newRun(task, options);
    const answer = this.#queue.trySubmit(run, run.priority);
    if (answer === undefined) return undefined;
    this.#enter(run, answer);
    run.watch();
    return run;
  }

  #newRun(task: Task<InlinePayload>, options: RunOptions): InlineRun {
    this.#launched += 1;
    return new InlineRun(task, this.#launched, options, this);
  }

  async #stand(run: InlineRun): Promise<boolean> {
    run.line = new AbortController();
    this.#waiting.add(run);
    try {
      const isAccepted = await this.#queue.submit(run, run.priority, run.line.signal);
      this.#enter(run, isAccepted);
      return isAccepted;
    } finally {
      this.#waiting.delete(run);
    }
  }

  #enter(run: InlineRun, isAccepted: boolean): void {
    if (isAccepted) this.#queued.add(run);
    else {
      run.accepted = Promise.resolve(false);
      run.refuse();
    }
  }

  remove(run: InlineRun): void {
    if (!this.#queue.remove(run)) return;
    this.#queued.delete(run);
    this.#checkDrained();
  }

  async #work(): Promise<void> {
    for (;;) {
      const run = await this.#queue.take();
      if (run === null) return;
      this.#queued.delete(run);
      this.#running.add(run);
      await run.execute();
      this.#running.delete(run);
      this.#insiders.delete(run);
      this.#completed += 1;
      if (run.hasFailed) this.#failed += 1;
      this.#latencyMs += Math.max(0, instant() - run.submittedAt);
      if (this.#waiters.length > 0) this.#checkDrained();
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

  /**
   * Takes no more tasks, runs those that are queued. A task that calls this must not wait for itself, nor for other tasks
   * that wait for it in the same way; its worker is replaced meanwhile, so that the queue is drained.
   *
   * @param caller the inline task that asks, if one does
   * @returns a promise that resolves when all tasks have ended, save those that wait for this themselves
   */
  close(caller: RunningTask | undefined): Promise<void> {
    this.#queue.close();
    this.start();
    const insider = [...this.#running].find(({ task }) => task === caller && caller !== undefined);
    if (insider !== undefined && !this.#insiders.has(insider)) {
      this.#insiders.add(insider);
      void this.#work();
    }
    return new Promise((resolve) => {
      this.#waiters.push({ isInside: insider !== undefined, resolve });
      this.#checkDrained();
    });
  }

  #checkDrained(): void {
    if (this.#queue.depth > 0 || this.#queued.size > 0) return;
    const isOver = this.#running.size === 0;
    const isOverInside = this.#running.size === this.#insiders.size;
    const isDue = ({ isInside }: { isInside: boolean }) => (isInside ? isOverInside : isOver);
    const due = this.#waiters.filter(isDue);
    this.#waiters = this.#waiters.filter((waiter) => !isDue(waiter));
    for (const { resolve } of due) resolve();
  }

  /** Takes everything out of the queue and aborts everything that runs, without waiting for it. Call after `close`. */
  async cutOff(error: TaskError): Promise<void> {
    const runs = [...this.#waiting, ...this.#queued, ...this.#running];
    await Promise.all(runs.map((run) => run.cutOff(error, 0)));
  }
}
