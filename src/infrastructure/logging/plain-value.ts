import { types } from 'node:util';

/** Deeper structures are cut: what is copied here is for reading. */
const MAX_DEPTH = 6;
const MAX_ENTRIES = 100;
const MAX_TEXT_LENGTH = 8_000;
/** Of one copy in all: shared references make a small structure huge when it is written out. */
const MAX_VALUES = 1_000;
const MAX_CHARACTERS = 16_384;
const MAX_BIGINT_BITS = 1_024;

/** Stands for whatever was left out. */
const CUT = '…';
/** Stands for getters and proxies, too: they are not asked, since that would run code of unknown length and effect. */
const UNREADABLE = '[unreadable]';

/** Only these of an error: one of a library may carry whole requests, sockets and the secrets in them. */
const ERROR_KEYS = ['name', 'message', 'code', 'stack', 'cause', 'errors'];

/**
 * A copy of any value that JSON can hold, bounded in all its dimensions and in the work it takes, and safe to make from
 * anything that a handler may throw: circular and shared structures, BigInt, functions, getters, proxies. Errors keep
 * name, message, code, stack, cause and `errors`. Never throws.
 */
export function plainValue(value: unknown): unknown {
  return new PlainCopy().of(value);
}

/** The same for the fields of a log line. */
export function plainFields(fields: object): Readonly<Record<string, unknown>> {
  const copied = plainValue(fields);
  return typeof copied === 'object' ? { ...copied } : { fields: copied };
}

class PlainCopy {
  #valuesLeft = MAX_VALUES;
  #charactersLeft = MAX_CHARACTERS;
  /** The objects around the value at hand, outermost first. */
  readonly #enclosing: object[] = [];

  of(value: unknown): unknown {
    if (this.#isFull) return CUT;
    this.#valuesLeft -= 1;
    try {
      return this.#copy(value);
    } catch {
      return UNREADABLE;
    }
  }

  get #isFull(): boolean {
    return this.#valuesLeft <= 0 || this.#charactersLeft <= 0;
  }

  #copy(value: unknown): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'number':
        return Number.isFinite(value) ? value : String(value);
      case 'boolean':
      case 'undefined':
        return value;
      case 'bigint':
        return BigInt.asIntN(MAX_BIGINT_BITS, value) === value ? String(value) : '[bigint]';
      case 'symbol':
        return this.#text(String(value));
      case 'function':
        return '[function]';
      case 'object':
        return value === null ? null : this.#object(value);
    }
  }

  #text(text: string): string {
    const limit = Math.min(MAX_TEXT_LENGTH, this.#charactersLeft);
    this.#charactersLeft -= Math.min(limit, text.length);
    return text.length > limit ? `${text.slice(0, limit)}${CUT}` : text;
  }

  #object(value: object): unknown {
    if (types.isProxy(value)) return UNREADABLE;
    if (types.isStringObject(value)) return this.#text(String.prototype.valueOf.call(value));
    if (types.isDate(value)) return dateText(value);
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (this.#enclosing.includes(value)) return '[circular]';
    if (this.#enclosing.length >= MAX_DEPTH) return '[deeper]';
    this.#enclosing.push(value);
    try {
      return this.#members(value);
    } finally {
      this.#enclosing.pop();
    }
  }

  #members(value: object): unknown {
    if (types.isMap(value)) return this.#list(Map.prototype.entries.call(value));
    if (types.isSet(value)) return this.#list(Set.prototype.values.call(value));
    if (Array.isArray(value)) return this.#list(elements(value));
    // The properties of an error are mostly its prototype's, or getters.
    if (types.isNativeError(value) || value instanceof Error)
      return this.#record(ERROR_KEYS, (key) => Reflect.get(value, key));
    return this.#record(Object.keys(value), (key) => ownValue(value, key));
  }

  #list(items: Iterable<unknown>): unknown[] {
    const copied: unknown[] = [];
    for (const item of items) {
      if (this.#isFull || copied.length >= MAX_ENTRIES) return [...copied, CUT];
      copied.push(this.of(item));
    }
    return copied;
  }

  #record(keys: readonly string[], read: (key: string) => unknown): object {
    const copied: [string, unknown][] = [];
    for (const key of keys) {
      if (this.#isFull || copied.length >= MAX_ENTRIES) {
        copied.push([CUT, CUT]);
        break;
      }
      const value = this.#property(key, read);
      if (value !== undefined) copied.push([this.#text(key), value]);
    }
    return Object.fromEntries(copied);
  }

  #property(key: string, read: (key: string) => unknown): unknown {
    try {
      return this.of(read(key));
    } catch {
      return UNREADABLE;
    }
  }
}

function* elements(array: readonly unknown[]): Iterable<unknown> {
  for (let index = 0; index < array.length; index += 1) yield ownValue(array, String(index));
}

function ownValue(object: object, key: string): unknown {
  const property = Reflect.getOwnPropertyDescriptor(object, key);
  return property?.get === undefined ? property?.value : UNREADABLE;
}

/** Whatever methods the date has got of its own. */
function dateText(date: Date): string {
  const at = new Date(Date.prototype.valueOf.call(date));
  return Number.isNaN(at.valueOf()) ? String(at) : at.toISOString();
}
