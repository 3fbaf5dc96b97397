import { StoreUnavailableError } from '../../domain/errors.js';

/**
 * Errors that say all that their reader can act on, so that a stack would only hide it: mistakes in the configuration
 * or the handlers, and a database that does not fit the program.
 */
const PLAIN_ERRORS = ['ConfigError', 'InvalidHandlersError', 'DatabaseTooNewError'];

/** What to tell the operator about an error that kept the program from starting or ended it. */
export function failureLines(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (PLAIN_ERRORS.includes(error.name)) return error.message.split('\n');
  if (error instanceof StoreUnavailableError) return [`${error.message}: ${reasonOf(error.cause)}`];
  if (isSystemError(error))
    return [error.syscall === 'listen' ? `The API cannot listen: ${error.message}` : error.message];
  return [error.stack ?? error.message];
}

/** Node gives no message when it tried several addresses of a host; each of the attempts has one. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message.split('\n').join(' ') : String(cause);
}

/** An answer of the operating system, such as "address already in use". */
function isSystemError(error: Error): error is Error & { readonly syscall: string } {
  return 'syscall' in error && typeof error.syscall === 'string';
}
