import { exportedHandlers } from '../../application/handlers-module.js';
import type { Handler } from '../../application/ports/handler.js';
import type { HandlerCall, HandlerOutcome } from '../../application/ports/handler-runner.js';
import { currentTask } from '../scheduler/task-scheduler.js';
import { outcomeOf } from './handler-outcome.js';
import { jobContext } from './job-context.js';
import { ThreadLink } from './thread-link.js';

/**
 * Runs the handler of one job on the thread that calls it: what a `ThreadHandlerRunner` names as module and function.
 *
 * @param module URL of the handlers module, which a thread loads once
 */
export async function runHandler(module: string, call: HandlerCall): Promise<HandlerOutcome> {
  const task = currentTask();
  const handlers = exportedHandlers((await import(module)) as object) as Readonly<Record<string, Handler>>;
  const handler = Object.hasOwn(handlers, call.type) ? handlers[call.type] : undefined;
  if (handler === undefined) throw new Error(`${module} has no handler of ${JSON.stringify(call.type)} on this thread`);
  const link = new ThreadLink(task);
  try {
    return await outcomeOf(
      handler,
      call.payload,
      jobContext(call, link, () => task.signal),
    );
  } finally {
    link.close();
  }
}
