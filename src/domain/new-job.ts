import { type FieldErrors, InvalidInputError } from './errors.js';
import { type Instant, Job } from './job.js';
import { findJsonProblem, isStorableText, type JsonValue } from './json.js';

export const DEFAULT_PRIORITY = 50;
export const PRIORITY_RANGE = { min: -32_768, max: 32_767 } as const;
export const MAX_ATTEMPTS_RANGE = { min: 1, max: 2_147_483_647 } as const;
/** In code points. */
export const MAX_TYPE_LENGTH = 120;
/** In code points. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** 1970-01-01 to 9999-12-31T23:59:59.999Z. */
export const INSTANT_RANGE = { min: 0, max: 253_402_300_799_999 } as const;

/** A job that is asked for and not yet stored: valid, and without the stamps that only the store can give. */
export interface NewJob {
  readonly id: string;
  readonly type: string;
  readonly payload: JsonValue;
  readonly priority: number;
  /** Null: as soon as it is stored. */
  readonly availableAt: Instant | null;
  readonly maxAttempts: number;
  readonly idempotencyKey: string | null;
}

/** Gives back `draft` when it keeps every rule of a job; otherwise throws {@link InvalidInputError} naming each field. */
export function validNewJob(draft: NewJob): NewJob {
  const fields: Record<string, string[]> = {};
  const require = (field: string, holds: boolean, message: string) => {
    if (!holds) fields[field] = [message];
  };
  const { type, payload, priority, availableAt, maxAttempts, idempotencyKey } = draft;
  require('type', isTextOf(
    type,
    MAX_TYPE_LENGTH,
  ), `must be 1 to ${MAX_TYPE_LENGTH} characters without NUL or lone surrogates`);
  require('payload', payload !== null, 'must not be null');
  const problem = findJsonProblem(payload);
  if (problem !== undefined) fields.payload = [problem.message];
  require('priority', isIntegerIn(
    priority,
    PRIORITY_RANGE,
  ), `must be an integer from ${PRIORITY_RANGE.min} to ${PRIORITY_RANGE.max}`);
  require('available_at', availableAt === null ||
    isIntegerIn(availableAt, INSTANT_RANGE), 'must be between 1970-01-01 and 9999-12-31');
  require('max_attempts', isIntegerIn(
    maxAttempts,
    MAX_ATTEMPTS_RANGE,
  ), `must be an integer from ${MAX_ATTEMPTS_RANGE.min} to ${MAX_ATTEMPTS_RANGE.max}`);
  require('idempotency_key', idempotencyKey === null ||
    isTextOf(
      idempotencyKey,
      MAX_IDEMPOTENCY_KEY_LENGTH,
    ), `must be null or 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters without NUL or lone surrogates`);
  if (Object.keys(fields).length > 0) throw new InvalidInputError(fields satisfies FieldErrors);
  return draft;
}

/** The stored job that `draft` becomes at the instant `at`. */
export function jobFrom(draft: NewJob, at: Instant): Job {
  return new Job({
    ...draft,
    status: 'queued',
    availableAt: draft.availableAt ?? at,
    attempts: 0,
    lockedBy: null,
    lockedUntil: null,
    lastError: '',
    result: null,
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
  });
}

function isTextOf(text: unknown, maxLength: number): boolean {
  if (typeof text !== 'string' || text.length === 0 || !isStorableText(text)) return false;
  return text.length <= maxLength || [...text].length <= maxLength;
}

function isIntegerIn(value: unknown, range: { readonly min: number; readonly max: number }): boolean {
  return Number.isInteger(value) && (value as number) >= range.min && (value as number) <= range.max;
}
