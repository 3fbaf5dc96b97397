import { deserialize, serialize } from 'node:v8';
import { ModuleLoadError, UnserializableError } from './errors.js';

/** An error as plain data. `v8.serialize` alone would lose its name and properties such as `code`. */
interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly cause?: PlainThrown;
  readonly properties: Readonly<Record<string, unknown>>;
}
type PlainThrown = { readonly error: PlainError } | { readonly value: unknown };

/** Causes of causes beyond this depth are left out; chains may be circular. */
const MAX_CAUSES = 5;

const KNOWN_ERRORS: readonly (new (message: string) => Error)[] = [
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
  ModuleLoadError,
  UnserializableError,
];

/** Anything thrown, as bytes. Never throws: what cannot be sent is left out or replaced by a text. */
export function encodeThrown(thrown: unknown): Buffer {
  try {
    return serialize(toPlain(thrown, MAX_CAUSES));
  } catch {
    return serialize({ value: 'A value that cannot be sent' });
  }
}

function toPlain(thrown: unknown, causes: number): PlainThrown {
  if (!(thrown instanceof Error)) return { value: canBeSent(thrown) ? thrown : String(thrown) };
  const { name, message, stack, cause, ...others } = { ...thrown, ...pick(thrown) };
  const properties = Object.fromEntries(Object.entries(others).filter(([, value]) => canBeSent(value)));
  return {
    error: {
      name,
      message,
      stack,
      properties,
      ...(cause !== undefined && causes > 0 && { cause: toPlain(cause, causes - 1) }),
    },
  };
}

function pick(error: Error) {
  const { name, message, stack, cause } = error;
  return {
    name: String(name),
    message: String(message),
    stack: stack === undefined ? undefined : String(stack),
    cause,
  };
}

function canBeSent(value: unknown): boolean {
  try {
    serialize(value);
    return true;
  } catch {
    return false;
  }
}

/** What was thrown on the thread, with the stack that it had there. */
export function decodeThrown(bytes: Buffer): unknown {
  return fromPlain(deserialize(bytes) as PlainThrown);
}

function fromPlain(plain: PlainThrown): unknown {
  if ('value' in plain) return plain.value;
  const { name, message, stack, cause, properties } = plain.error;
  const known = KNOWN_ERRORS.find((candidate) => candidate.name === name) ?? Error;
  const error = new known(message);
  Object.assign(error, properties);
  const hidden = (value: unknown) => ({ value, writable: true, enumerable: false, configurable: true });
  if (error.name !== name) Object.defineProperty(error, 'name', hidden(name));
  Object.defineProperty(error, 'stack', hidden(stack));
  if (cause !== undefined) Object.defineProperty(error, 'cause', hidden(fromPlain(cause)));
  return error;
}
