import { types } from 'node:util';
import { toBoundedText } from '../../domain/bounded-text.js';
import { shownValue } from '../logging/shown-value.js';

const UNREADABLE = 'A value that cannot be shown';

/**
 * A readable text for anything that can be thrown, bounded in length and in the work it takes: the message of an error,
 * a string as it is, other values in the notation of `util.inspect`. Never empty and never throws, whatever getters,
 * proxies and messages it meets.
 */
export function failureText(thrown: unknown): string {
  try {
    return toBoundedText(describe(thrown)) || UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

function describe(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown || 'The handler threw an empty string';
  if (thrown === undefined || thrown === null) return `The handler threw ${thrown}`;
  if (types.isNativeError(thrown) || thrown instanceof Error) return describeError(thrown);
  return shownValue(thrown);
}

function describeError(error: Error): string {
  // Both properties can be anything in spite of their types.
  const message: unknown = error.message;
  if (message !== undefined && message !== '') return typeof message === 'string' ? message : shownValue(message);
  const name: unknown = error.name;
  return typeof name === 'string' && name !== '' ? name : 'Error';
}
