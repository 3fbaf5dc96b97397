import { ModuleLoadError } from './errors.js';
import { decodeName } from './task-codec.js';

export type ModuleFunction = (...args: unknown[]) => unknown;

/** The functions that this thread has loaded, by their encoded name. */
export class ModuleFunctions {
  readonly #loaded = new Map<string, ModuleFunction>();
  #isSpoilt = false;

  /**
   * Whether a module failed while it was being evaluated. The module loader remembers such a failure for as long as the
   * thread lives, so only a new thread can try again.
   */
  get isSpoilt(): boolean {
    return this.#isSpoilt;
  }

  loaded(name: string): ModuleFunction | undefined {
    return this.#loaded.get(name);
  }

  /** @throws ModuleLoadError */
  async load(name: string): Promise<ModuleFunction> {
    const { url, export: exportName } = decodeName(name);
    const found = exportOf(await this.#import(url), exportName);
    if (typeof found !== 'function') throw new ModuleLoadError(`${url} exports no function named ${exportName}`);
    this.#loaded.set(name, found as ModuleFunction);
    return found as ModuleFunction;
  }

  async #import(url: string): Promise<Record<string, unknown>> {
    try {
      return (await import(url)) as Record<string, unknown>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException | undefined)?.code !== 'ERR_MODULE_NOT_FOUND') this.#isSpoilt = true;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ModuleLoadError(`${url} could not be loaded: ${reason}`, { cause: error });
    }
  }
}

/** A CommonJS module is the default export of its namespace, and not all its exports are found from outside. */
function exportOf(module: Record<string, unknown>, name: string): unknown {
  if (name in module) return module[name];
  const whole = module.default;
  return typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>)[name] : undefined;
}
