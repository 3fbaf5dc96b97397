import type { Logger } from '../../application/ports/logger.js';
import { attemptLog } from './attempt-log.js';

/**
 * Logs rejections that nobody handles, such as a promise that a handler started and forgot, instead of letting them end
 * the process and with it the other slots' jobs. The line names the job whose handler started the promise, if one did.
 * For the command line: a library leaves the host's process alone.
 *
 * @returns a function that takes the hook away again
 */
export function logUnhandledRejections(logger: Logger): () => void {
  const log = (reason: unknown) => {
    (attemptLog() ?? logger).error('A promise was rejected and nobody handled it', { error: reason });
  };
  process.on('unhandledRejection', log);
  return () => {
    process.off('unhandledRejection', log);
  };
}
