import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type HandlerMap, handlerMap, InvalidHandlersError } from './handler-map.js';

/**
 * Imports the handlers of a module whose default export maps job types to handlers.
 *
 * @param path of the module file, absolute or relative to the working directory
 * @throws InvalidHandlersError if there is no such file, it cannot be imported, or its default export is not valid
 */
export async function loadHandlers(path: string): Promise<HandlerMap> {
  const file = resolve(path);
  // Asked first: an import that fails with "module not found" may as well mean an import inside the file.
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) throw new InvalidHandlersError(`There is no handlers module ${path}`);
  const module = await importModule(file, path);
  if (!Object.hasOwn(module, 'default'))
    throw new InvalidHandlersError(`The handlers module ${path} has no default export`);
  return handlerMap(module.default, `The default export of ${path}`);
}

async function importModule(file: string, path: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidHandlersError(`The handlers module ${path} cannot be loaded: ${reason}`, { cause: error });
  }
}
