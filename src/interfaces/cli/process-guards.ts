import type { Logger } from '../../application/ports/logger.js';
import { attemptLog } from '../worker/attempt-log.js';
import { logUnhandledRejections } from '../worker/unhandled-rejections.js';

/**
 * Rules for what nobody handles: a rejected promise is logged and the process lives, since other jobs run in it; after
 * an uncaught error nothing can be relied on, so it is logged and ends the process.
 */
export function guardProcess(logger: Logger): void {
  logUnhandledRejections(logger);
  process.on('uncaughtException', (error) => {
    (attemptLog() ?? logger).error('An error was not caught', { error });
    process.exit(1);
  });
}

/** A reader that goes away (`leasehold start | head`) must not take the queue with it. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
