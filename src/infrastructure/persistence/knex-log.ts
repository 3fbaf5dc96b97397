import type { Knex } from 'knex';
import type { Logger } from '../../application/ports/logger.js';

/** What Knex says goes to the log at debug: the error itself reaches the caller, who says what it means. */
export function knexLog(logger: Logger): Knex.Logger {
  const say = (message: unknown) => logger.debug('knex', { message });
  return {
    debug: say,
    warn: say,
    error: say,
    deprecate: (method, alternative) => say(`${method}: use ${alternative}`),
  };
}
