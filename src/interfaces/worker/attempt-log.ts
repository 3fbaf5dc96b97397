import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '../../application/ports/logger.js';

const logs = new AsyncLocalStorage<Logger | undefined>();

/**
 * Runs a handler so that {@link attemptLog} knows whose work it is, whatever the handler starts and however late that
 * comes to its end.
 */
export function asAttempt<T>(log: Logger, run: () => T): T {
  return logs.run(log, run);
}

/** Runs what the worker does on behalf of a handler; the handler is not to blame for it. */
export function asWorker<T>(run: () => T): T {
  return logs.run(undefined, run);
}

/** The log of the attempt whose handler the present code was started by; undefined: none, or nobody can tell. */
export function attemptLog(): Logger | undefined {
  return logs.getStore();
}
