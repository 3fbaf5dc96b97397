import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isCompiledModule } from '../../application/handlers-module.js';
import { type HandlerMap, handlerMap, InvalidHandlersError } from './handler-map.js';
import { thrownReason } from './thrown-reason.js';

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
  const url = pathToFileURL(file).href;
  return handlerMap(defaultExport(await importModule(url, path), path), `The default export of ${path}`, url);
}

async function importModule(url: string, path: string): Promise<object> {
  try {
    return (await import(url)) as object;
  } catch (error) {
    throw cannotBeLoaded(path, error);
  }
}

function defaultExport(module: object, path: string): unknown {
  try {
    const exported = ownDefault(module, path);
    return isCompiledModule(exported) ? ownDefault(exported, path) : exported;
  } catch (error) {
    throw error instanceof InvalidHandlersError ? error : cannotBeLoaded(path, error);
  }
}

function ownDefault(module: object, path: string): unknown {
  if (!Object.hasOwn(module, 'default'))
    throw new InvalidHandlersError(`The handlers module ${path} has no default export`);
  return Reflect.get(module, 'default');
}

function cannotBeLoaded(path: string, error: unknown): InvalidHandlersError {
  const reason = `The handlers module ${path} cannot be loaded: ${thrownReason(error)}`;
  return new InvalidHandlersError(reason, { cause: error });
}
