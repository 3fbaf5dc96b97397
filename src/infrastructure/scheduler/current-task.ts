import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunningTask } from '../../domain/task.js';

/** The task of a closure. */
export interface InlineTask extends RunningTask {
  /** Whether it runs in `lane`, or was submitted by a closure that does. */
  isInside(lane: object): boolean;
}

/**
 * Where the task that runs is found. A thread runs one at a time, so there it is a plain variable; it hangs on
 * `globalThis` because a thread may load this file twice, once as the scheduler's own and once as the handler's import.
 */
const holder = globalThis as { [TASK]?: RunningTask | undefined };
const TASK = Symbol.for('leasehold.currentTask');

/** The closures of one event loop run side by side; this tells them apart. */
const tracked = new AsyncLocalStorage<InlineTask>();

/** The closure that is being called right now, if its context is not tracked. */
let called: InlineTask | undefined;

/**
 * The task that this code is part of.
 *
 * @throws Error outside of tasks
 */
export function currentTask(): RunningTask {
  const task = currentInlineTask() ?? holder[TASK];
  if (task === undefined) throw new Error('No task is running here');
  return task;
}

/** As `currentTask`, but undefined outside of tasks, and on worker threads. */
export function currentInlineTask(): InlineTask | undefined {
  return called ?? tracked.getStore();
}

/** Calls a closure. @param isTracked whether it is to be known as the current task also after it has waited */
export function callInline(task: InlineTask, closure: (task: RunningTask) => unknown, isTracked: boolean): unknown {
  const caller = called;
  called = isTracked ? undefined : task;
  try {
    return isTracked ? tracked.run(task, closure, task) : closure(task);
  } finally {
    called = caller;
  }
}

export function setThreadTask(task: RunningTask | undefined): void {
  holder[TASK] = task;
}
