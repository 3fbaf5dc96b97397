/** Deeper structures are cut: a log line is for reading. */
const MAX_DEPTH = 6;
const MAX_ENTRIES = 100;
const MAX_TEXT_LENGTH = 16_000;

/**
 * A copy of any value that JSON can hold, safe to make from anything that a handler may throw: circular structures,
 * BigInt, functions, getters and proxies that throw. Errors keep name, message, code, stack, cause and `errors`.
 */
export function plainValue(value: unknown): unknown {
  return copy(value, []);
}

/** The same for the fields of a log line. */
export function plainFields(fields: object): Readonly<Record<string, unknown>> {
  const copied = plainValue(fields);
  return typeof copied === 'object' ? { ...copied } : { fields: copied };
}

function copy(value: unknown, parents: readonly object[]): unknown {
  try {
    return copyUnguarded(value, parents);
  } catch {
    return '[unreadable]';
  }
}

function copyUnguarded(value: unknown, parents: readonly object[]): unknown {
  switch (typeof value) {
    case 'string':
      return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
    case 'undefined':
      return value;
    case 'bigint':
    case 'symbol':
      return String(value);
    case 'function':
      return '[function]';
    case 'object':
      return value === null ? null : copyObject(value, parents);
  }
}

function copyObject(value: object, parents: readonly object[]): unknown {
  if (parents.includes(value)) return '[circular]';
  if (parents.length >= MAX_DEPTH) return '[deeper]';
  const path = [...parents, value];
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
  if (value instanceof Error) return copyError(value, path);
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((item) => copy(item, path));
  return copyEntries(value, Object.keys(value), path);
}

/** Only these fields: an error of a library may carry whole requests, sockets and the secrets in them. */
function copyError(error: Error, path: readonly object[]): unknown {
  return copyEntries(error, ['name', 'message', 'code', 'stack', 'cause', 'errors'], path);
}

function copyEntries(value: object, keys: readonly string[], path: readonly object[]): unknown {
  const entries = keys.slice(0, MAX_ENTRIES).map((key) => [key, copyProperty(value, key, path)] as const);
  return Object.fromEntries(entries.filter(([, copied]) => copied !== undefined));
}

function copyProperty(value: object, key: string, path: readonly object[]): unknown {
  try {
    return copy(Reflect.get(value, key), path);
  } catch {
    return '[unreadable]';
  }
}
