import type { Handler } from '../../application/ports/handler.js';
import { isStorableText } from '../../domain/json.js';
import { MAX_TYPE_LENGTH } from '../../domain/new-job.js';
import { defineHandler, type HandlerOptions } from './define-handler.js';
import { thrownReason } from './thrown-reason.js';

/** Handlers by job type. */
export type HandlerMap = ReadonlyMap<string, Handler>;

/** Handlers that cannot be used as they are; the message says where and why, for the person who wrote them. */
export class InvalidHandlersError extends Error {
  override readonly name = 'InvalidHandlersError';
}

/**
 * Checks an object that maps job types to handlers. Plain options pass through {@link defineHandler}. Anything but a
 * plain object is refused, as it could only be read by guessing what was meant: a Promise, too, is not awaited.
 *
 * @param origin where the object comes from, for the messages
 * @param module URL of the module whose default export it is; without one, its handlers cannot be sent to a thread
 * @throws InvalidHandlersError
 */
export function handlerMap(exported: unknown, origin: string, module?: string): HandlerMap {
  return new Map(
    entriesOf(exported, origin).map(([type, options]) => [type, { ...checkedHandler(type, options, origin), module }]),
  );
}

function entriesOf(exported: unknown, origin: string): readonly [string, unknown][] {
  const read = readMap(exported, origin);
  if (typeof read !== 'string') return read;
  throw new InvalidHandlersError(`${origin} must map job types to handlers, as a plain object, but is ${read}`);
}

/** @returns the entries, or what there is in the place of a plain object with entries */
function readMap(exported: unknown, origin: string): [string, unknown][] | string {
  try {
    if (!isPlainObject(exported)) return kindOf(exported);
    const entries = Object.entries(exported);
    return entries.length > 0 ? entries : 'empty';
  } catch (error) {
    throw new InvalidHandlersError(`${origin} cannot be read: ${thrownReason(error)}`, { cause: error });
  }
}

/** Of any realm. A module namespace is one, too: its prototype is null. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (value instanceof Promise) return 'a Promise (await it in the module)';
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Map) return 'a Map';
  return typeof value === 'object' ? 'an object of a class' : `a ${typeof value}`;
}

function checkedHandler(type: string, options: unknown, origin: string): Handler {
  if (type === '' || [...type].length > MAX_TYPE_LENGTH || !isStorableText(type)) {
    const rule = `must be 1 to ${MAX_TYPE_LENGTH} characters without NUL or lone surrogates`;
    throw new InvalidHandlersError(`${origin}: the job type ${JSON.stringify(type.slice(0, MAX_TYPE_LENGTH))} ${rule}`);
  }
  try {
    return defineHandler(options as HandlerOptions);
  } catch (error) {
    const reason = `the handler of "${type}" is not valid. ${thrownReason(error)}`;
    throw new InvalidHandlersError(`${origin}: ${reason}`, { cause: error });
  }
}
