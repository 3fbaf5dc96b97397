import type { Handler } from '../../application/ports/handler.js';
import { isStorableText } from '../../domain/json.js';
import { MAX_TYPE_LENGTH } from '../../domain/new-job.js';
import { defineHandler, type HandlerOptions } from './define-handler.js';

/** Handlers by job type. */
export type HandlerMap = ReadonlyMap<string, Handler>;

/** Handlers that cannot be used as they are; the message says where and why, for the person who wrote them. */
export class InvalidHandlersError extends Error {
  override readonly name = 'InvalidHandlersError';
}

/**
 * Checks an object that maps job types to handlers. Plain options pass through {@link defineHandler}.
 *
 * @param origin where the object comes from, for the messages
 * @throws InvalidHandlersError
 */
export function handlerMap(exported: unknown, origin: string): HandlerMap {
  if (typeof exported !== 'object' || exported === null || Array.isArray(exported)) {
    throw new InvalidHandlersError(`${origin} must map job types to handlers, as an object`);
  }
  return new Map(Object.entries(exported).map(([type, options]) => [type, checkedHandler(type, options, origin)]));
}

function checkedHandler(type: string, options: unknown, origin: string): Handler {
  if (type === '' || [...type].length > MAX_TYPE_LENGTH || !isStorableText(type)) {
    const rule = `must be 1 to ${MAX_TYPE_LENGTH} characters without NUL or lone surrogates`;
    throw new InvalidHandlersError(`${origin}: the job type ${JSON.stringify(type.slice(0, MAX_TYPE_LENGTH))} ${rule}`);
  }
  try {
    return defineHandler(options as HandlerOptions);
  } catch (error) {
    const reason = error instanceof TypeError ? error.message : String(error);
    throw new InvalidHandlersError(`${origin}: the handler of "${type}" is not valid. ${reason}`, { cause: error });
  }
}
