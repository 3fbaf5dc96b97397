import { findJsonProblem, type JsonValue, MAX_JSON_DEPTH } from './json.js';

/** Largest result of a handler and largest data of a progress report: UTF-8 bytes of the JSON text. */
export const MAX_STORABLE_BYTES = 1_048_576;

/** What a handler gave, as the store can keep it, or why the store cannot. */
export type StorableJson = { readonly json: JsonValue } | { readonly problem: string };

/**
 * Copies any value that user code may produce into plain JSON; `undefined` becomes null. What JSON would silently drop
 * or alter (functions, symbols, non-finite numbers) is a problem, except undefined members of objects, which vanish,
 * and of arrays, which become null. Never throws.
 */
export function storableJson(value: unknown): StorableJson {
  if (value === undefined || value === null) return { json: null };
  const guard = new StringifyGuard();
  try {
    // Undefined, in spite of its type, when a toJSON method says so.
    const text = JSON.stringify(value, guard.replacer) as string | undefined;
    if (text === undefined) return { json: null };
    if (utf8Exceeds(text, MAX_STORABLE_BYTES)) return { problem: TOO_LARGE };
    const json = JSON.parse(text) as JsonValue;
    const problem = findJsonProblem(json);
    return problem === undefined ? { json } : { problem: `it ${problem.message}` };
  } catch {
    // What was thrown is not looked at: it can be the user's, and hostile.
    return { problem: guard.problem ?? 'it could not be converted to JSON' };
  }
}

const TOO_LARGE = `it is larger than ${MAX_STORABLE_BYTES} bytes of JSON`;

/** Stops `JSON.stringify` at the first value that JSON cannot hold, before a huge text is built. */
class StringifyGuard {
  problem: string | undefined;
  /** The arrays and objects around the value at hand, outermost first. */
  readonly #enclosing: unknown[] = [];
  #budget = MAX_STORABLE_BYTES;

  /** `JSON.stringify` calls it with the enclosing array or object as `this`. */
  get replacer(): (this: unknown, key: string, value: unknown) => unknown {
    const guard = this;
    return function check(this: unknown, key, value) {
      guard.problem = guard.#problemOf(key, value, this);
      if (guard.problem !== undefined) throw new Error(guard.problem);
      return value;
    };
  }

  #problemOf(key: string, value: unknown, holder: unknown): string | undefined {
    // Each value takes at least one byte, and so does each character of a string and of a key.
    this.#budget -= typeof value === 'string' ? value.length : 1;
    if (value !== undefined && !Array.isArray(holder)) this.#budget -= key.length;
    if (this.#budget < 0) return TOO_LARGE;
    if (typeof value !== 'object' || value === null) return problemOf(value);
    const enclosing = this.#enclosing;
    while (enclosing.length > 0 && enclosing.at(-1) !== holder) enclosing.pop();
    if (enclosing.includes(value)) return 'it contains a circular reference';
    if (enclosing.push(value) > MAX_JSON_DEPTH) return `it is nested deeper than ${MAX_JSON_DEPTH} levels`;
    return undefined;
  }
}

function problemOf(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return `it contains a ${typeof value}`;
  if (typeof value === 'bigint') return 'it contains a BigInt';
  if (typeof value === 'number' && !Number.isFinite(value)) return `it contains the number ${value}`;
  return undefined;
}

function utf8Exceeds(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  // One UTF-16 unit takes at most three bytes.
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}
