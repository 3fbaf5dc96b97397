import { AsyncLocalStorage } from 'node:async_hooks';
import type { Handler } from '../../application/ports/handler.js';
import {
  type AttemptLink,
  type HandlerCall,
  type HandlerOutcome,
  type HandlerRun,
  HandlerRunner,
} from '../../application/ports/handler-runner.js';
import type { Metrics } from '../../domain/task.js';
import { type TaskHandle, TaskScheduler, WorkerDiedError } from '../scheduler/task-scheduler.js';
import { failureText } from './failure-text.js';
import { InlineHandlerRunner } from './inline-handler-runner.js';
import type { HandlerAnswer, HandlerMessage } from './thread-protocol.js';

/** The module that a thread loads for its jobs: source or build, whichever this file is. */
const JOB_THREAD = new URL(`./job-thread${import.meta.url.slice(-3)}`, import.meta.url).href;

/**
 * Runs handlers on a task scheduler: those of `run: 'thread'` on its threads, so that whatever they do stops neither
 * renewals nor other jobs, and the others as closures on this event loop. A handler that came from no module cannot be
 * sent to a thread, and runs here too.
 *
 * A worker claims a job only for an idle slot, and each lane has as many workers as there are slots: no claimed job waits
 * in a queue while its lease runs.
 */
export class ScheduledHandlerRunner extends HandlerRunner {
  readonly #scheduler: TaskScheduler;
  readonly #inline = new InlineHandlerRunner();

  constructor(slots: number) {
    super();
    // Between jobs the timers and sockets of a handler's module go on: it may keep a pool of connections.
    // Closures get no async context from the lane: they bring that of their attempt.
    this.#scheduler = new TaskScheduler({
      numWorkers: slots,
      maxQueueSize: slots,
      lazyThreads: true,
      idle: 'async',
      asyncContext: false,
    });
    void this.#scheduler.start();
  }

  run(handler: Handler, call: HandlerCall, link: AttemptLink): HandlerRun {
    const { module } = handler;
    return handler.run === 'thread' && module !== undefined
      ? this.#runOnThread(module, call, link)
      : this.#runInline(handler, call, link);
  }

  metrics(): Metrics {
    return this.#scheduler.getMetrics();
  }

  async close(): Promise<void> {
    await this.#scheduler.shutdown({ timeoutMs: 0 });
  }

  #runOnThread(module: string, call: HandlerCall, link: AttemptLink): HandlerRun {
    const payload = { module: JOB_THREAD, export: 'runHandler', args: [module, call] };
    const onMessage = (message: unknown) => void answer(message as HandlerMessage, link, task);
    const task = this.#scheduler.startTask<HandlerOutcome>({ id: call.jobId, payload }, { onMessage });
    let isStuck = false;
    return {
      outcome: outcomeOfTask(task, () => isStuck),
      abort: (reason) => task.abort(reason),
      terminate: async (reason) => {
        const terminated = task.terminate(reason);
        isStuck = !(await terminated);
        return !isStuck;
      },
    };
  }

  /** Nothing ends a closure but itself. One that is given up goes on beside the slot's next job, off the lane. */
  #runInline(handler: Handler, call: HandlerCall, link: AttemptLink): HandlerRun {
    const inContext = AsyncLocalStorage.snapshot();
    let giveUp: () => void = () => {};
    const givenUp = new Promise<void>((resolve) => {
      giveUp = resolve;
    });
    const begun = new Promise<HandlerRun>((resolve) => {
      const payload = () => {
        const run = inContext(() => this.#inline.run(handler, call, link));
        resolve(run);
        return Promise.race([run.outcome, givenUp]);
      };
      this.#scheduler.startTask({ id: call.jobId, payload });
    });
    return {
      outcome: begun.then((run) => run.outcome),
      abort: (reason) => void begun.then((run) => run.abort(reason)),
      terminate: async (reason) => {
        const run = await begun;
        giveUp();
        return run.terminate(reason);
      },
    };
  }
}

/** How a handler on a thread ended. A thread that is stuck in a native call has not: nobody knows how it will. */
async function outcomeOfTask(task: TaskHandle<HandlerOutcome>, isStuck: () => boolean): Promise<HandlerOutcome> {
  try {
    return await task.result;
  } catch (error) {
    if (isStuck()) return new Promise(() => {});
    return { kind: 'failed', failure: { kind: 'error', error: threadFailureText(error) } };
  }
}

/** What becomes of a job's thread is told in the terms of the job: tasks are the scheduler's own affair. */
function threadFailureText(error: unknown): string {
  if (!(error instanceof WorkerDiedError)) return failureText(error);
  const why = error.uncaught === undefined ? '' : `: ${failureText(error.uncaught)}`;
  return failureText(`The thread of the handler died (${error.cause})${why}`);
}

/** Carries out what a handler asks for, in its order, and tells it when that is done. */
async function answer(message: HandlerMessage, link: AttemptLink, task: TaskHandle<unknown>): Promise<void> {
  switch (message.kind) {
    case 'log':
      link.log[message.level](message.message as string, message.fields);
      return;
    case 'renew':
      task.post({ id: message.id, granted: await link.renew() } satisfies HandlerAnswer);
      return;
    case 'progress':
      await link.progress(message.message, message.data);
      task.post({ id: message.id, granted: true } satisfies HandlerAnswer);
      return;
  }
}
