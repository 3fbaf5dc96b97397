import { inspect } from 'node:util';
import { plainValue } from './plain-value.js';

/** Any value as a bounded text: a string as it is, others in the notation of `util.inspect`. Never throws. */
export function shownValue(value: unknown): string {
  const copied = plainValue(value);
  if (typeof copied === 'string') return copied;
  // The copy is bounded already, and inspect would otherwise count on its own.
  return inspect(copied, {
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
    compact: true,
    breakLength: Number.POSITIVE_INFINITY,
  });
}
