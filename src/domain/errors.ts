import type { EventType, JobStatus } from './job-status.js';

/** The kinds of error that the queue itself raises. The HTTP layer maps each to a status. */
export type ErrorCode =
  | 'invalid_input'
  | 'illegal_transition'
  | 'job_not_found'
  | 'filter_too_slow'
  | 'store_unavailable';

/** Base of all errors that the queue raises on purpose; anything else that is thrown is a defect. */
export abstract class LeaseholdError extends Error {
  abstract readonly code: ErrorCode;

  override get name(): string {
    return this.constructor.name;
  }
}

/** Messages by field, e.g. `{ priority: ['must be an integer'] }`. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The caller's input breaks a rule; `fields` names each offending field and what is allowed. */
export class InvalidInputError extends LeaseholdError {
  readonly code = 'invalid_input';

  constructor(readonly fields: FieldErrors) {
    super(
      `Invalid input: ${Object.entries(fields)
        .map(([field, messages]) => `${field} ${messages.join(', ')}`)
        .join('; ')}`,
    );
  }
}

/** A transition that the state machine does not know was asked for; the job is unchanged. */
export class IllegalTransitionError extends LeaseholdError {
  readonly code = 'illegal_transition';

  constructor(
    readonly status: JobStatus,
    readonly attempted: EventType,
    readonly required: JobStatus,
  ) {
    super(`${attempted} needs a ${required} job, and this one is ${status}`);
  }
}

/** No job has this id. */
export class JobNotFoundError extends LeaseholdError {
  readonly code = 'job_not_found';

  constructor(readonly jobId: string) {
    super(`There is no job ${jobId}`);
  }
}

/** A read was given up because filters that no index serves took too long; `filters` names them. */
export class FilterTooSlowError extends LeaseholdError {
  readonly code = 'filter_too_slow';

  constructor(
    readonly filters: readonly string[],
    readonly limitMs: number,
  ) {
    super(`Filtering by ${filters.join(', ')} took longer than ${limitMs / 1000} seconds`);
  }
}

/**
 * The store could not answer: connection refused or lost, timeout, disk full. Whether a write took place is unknown
 * unless `nothingWritten`; repeating the same call with the same key or claim token is safe in any case.
 */
export class StoreUnavailableError extends LeaseholdError {
  readonly code = 'store_unavailable';

  constructor(
    cause: unknown,
    /** True when it is certain that the call changed nothing. */
    readonly nothingWritten = false,
  ) {
    super('The database is not available', { cause });
  }
}

/** Thrown by a handler to say that no further attempt can help: the job becomes `failed` at once. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}
