import { Priority, type Task, type ThreadPayload } from '../../domain/task.js';
import { InvalidTaskError } from './errors.js';

/** The longest time that a timer can run. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Looks at what the types promise, for callers who have none. @throws InvalidTaskError */
export function checkTask(task: Task): void {
  if (typeof (task as unknown) !== 'object' || (task as unknown) === null) {
    throw new InvalidTaskError('A task must be an object');
  }
  const { id, priority, payload, signal, timeoutMs } = task;
  if (id !== undefined && typeof id !== 'string') throw new InvalidTaskError('`id` must be a string');
  if (priority !== undefined && !Object.values(Priority).includes(priority)) {
    throw new InvalidTaskError('`priority` must be HIGH (0), MEDIUM (1) or LOW (2)');
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new InvalidTaskError('`signal` must be an AbortSignal');
  }
  if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs > 0 && timeoutMs <= MAX_TIMER_MS)) {
    throw new InvalidTaskError(`\`timeoutMs\` must be above 0 and at most ${MAX_TIMER_MS}`);
  }
  if (typeof payload !== 'function') checkThreadPayload(payload);
}

/** @throws InvalidTaskError */
export function checkThreadPayload(payload: unknown): asserts payload is ThreadPayload {
  const { module, export: name, args } = (payload ?? {}) as Partial<Record<keyof ThreadPayload, unknown>>;
  if (typeof module !== 'string' && !(module instanceof URL)) {
    throw new InvalidTaskError('`payload` must be a function, or name a module by path or URL');
  }
  if (name !== undefined && typeof name !== 'string') throw new InvalidTaskError('`export` must be a string');
  if (args !== undefined && !Array.isArray(args)) throw new InvalidTaskError('`args` must be an array');
}

/** @throws InvalidTaskError if it is no integer from 1 up to `most` */
export function checkCount(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new InvalidTaskError(`\`${name}\` must be an integer from 1 to ${most}, not ${String(value)}`);
}

/** @throws InvalidTaskError if it is no number from 0 up to what a timer can do */
export function checkDurationMs(name: string, value: number): number {
  if (Number.isFinite(value) && value >= 0 && value <= MAX_TIMER_MS) return value;
  throw new InvalidTaskError(`\`${name}\` must be from 0 to ${MAX_TIMER_MS}, not ${String(value)}`);
}
