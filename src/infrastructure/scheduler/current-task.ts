import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunningTask } from '../../domain/task.js';

/**
 * Where the task that runs is found. A thread runs one at a time, so there it is a plain variable; it hangs on
 * `globalThis` because a thread may load this file twice, once as the scheduler's own and once as the handler's import.
 */
const holder = globalThis as { [TASK]?: RunningTask | undefined };
const TASK = Symbol.for('leasehold.currentTask');

/** The closures of one event loop run side by side; this tells them apart. */
const inlineTask = new AsyncLocalStorage<RunningTask>();

/**
 * The task that this code is part of.
 *
 * @throws Error outside of tasks
 */
export function currentTask(): RunningTask {
  const task = inlineTask.getStore() ?? holder[TASK];
  if (task === undefined) throw new Error('No task is running here');
  return task;
}

/** As `currentTask`, but undefined outside of tasks, and on worker threads. */
export function currentInlineTask(): RunningTask | undefined {
  return inlineTask.getStore();
}

export function runInline<T>(task: RunningTask, run: () => T): T {
  return inlineTask.run(task, run);
}

export function setThreadTask(task: RunningTask | undefined): void {
  holder[TASK] = task;
}
