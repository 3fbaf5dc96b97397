import { type HandlerMap, InvalidHandlersError } from '../worker/handler-map.js';
import { loadHandlers } from '../worker/load-handlers.js';

/**
 * Loads the handlers of the user, unless the program is told to stop in the meantime: a module may wait in its
 * top-level `await` for long, and even for what never comes.
 *
 * @param stopped settles when the program has to stop
 * @param rule which setting the path comes from and what is allowed there, for the message
 * @returns undefined if the program has to stop
 * @throws InvalidHandlersError
 */
export async function loadHandlersUnless(
  stopped: Promise<unknown>,
  path: string,
  rule: string,
): Promise<HandlerMap | undefined> {
  const stall = stallOf(`The handlers module ${path} never finishes loading: it awaits what nothing will settle`);
  try {
    return await Promise.race([loadHandlers(path), stall.happened, stopped.then(() => undefined)]);
  } catch (error) {
    if (!(error instanceof InvalidHandlersError)) throw error;
    throw new InvalidHandlersError(`${rule}. ${error.message}`, { cause: error });
  } finally {
    stall.forget();
  }
}

/** Node ends a process that waits for a promise when nothing is left that could settle it, and says nothing then. */
function stallOf(message: string): { readonly happened: Promise<never>; forget(): void } {
  let report = () => {};
  const happened = new Promise<never>((_resolve, reject) => {
    report = () => reject(new InvalidHandlersError(message));
  });
  process.once('beforeExit', report);
  return { happened, forget: () => process.off('beforeExit', report) };
}
