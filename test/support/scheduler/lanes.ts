import type { Task } from '../../../src/domain/task.js';
import type { TaskHandle, TaskScheduler } from '../../../src/infrastructure/scheduler/task-scheduler.js';

export const MODULE = new URL('./thread-tasks.mjs', import.meta.url);

/** A function of `thread-tasks.mjs` as a payload. */
export const threadTask = (name: string, ...args: readonly unknown[]) => ({ module: MODULE, export: name, args });

/** The same little tasks for either lane, so that a test can be run on both. */
export interface TestLane {
  readonly name: 'inline' | 'thread';
  readonly echo: (value: unknown) => Task['payload'];
  readonly fail: (message: string) => Task['payload'];
  /** Runs until a value is posted to it; rejects when its signal aborts. */
  readonly gate: Task['payload'];
  /** As `gate`, but deaf to its signal. */
  readonly stubbornGate: Task['payload'];
}

export const LANES: readonly TestLane[] = [
  {
    name: 'inline',
    echo: (value) => () => value,
    fail: (message) => () => {
      throw new TypeError(message);
    },
    gate: (task) => {
      task.post('began');
      return new Promise((resolve, reject) => {
        task.onMessage(resolve);
        task.signal.addEventListener('abort', () => reject(task.signal.reason));
      });
    },
    stubbornGate: (task) => {
      task.post('began');
      return new Promise((resolve) => task.onMessage(resolve));
    },
  },
  {
    name: 'thread',
    echo: (value) => threadTask('echo', value),
    fail: (message) => threadTask('fail', message),
    gate: threadTask('gate'),
    stubbornGate: threadTask('stubbornGate'),
  },
];

/** Starts a task that posts when it has begun. */
export function startGate(
  scheduler: TaskScheduler,
  payload: Task['payload'],
  task: Partial<Task> = {},
): { handle: TaskHandle<unknown>; began: Promise<void>; open(): void } {
  let hasBegun = (): void => {};
  const began = new Promise<void>((resolve) => {
    hasBegun = resolve;
  });
  const handle = scheduler.startTask({ ...task, payload }, { onMessage: () => hasBegun() });
  return { handle, began, open: () => handle.post('open') };
}
