/** Any value that JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

/** Deepest nesting of arrays and objects that the queue stores; `[]` has depth 1. */
export const MAX_JSON_DEPTH = 100;

/** NUL cannot be stored in a PostgreSQL `text` or `jsonb`; a lone surrogate is no valid Unicode text. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** `text` with NUL and lone surrogates replaced by U+FFFD, so that every store can hold it. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** What makes a parsed JSON value unfit for storage, and where it stands. */
export interface JsonProblem {
  /** Keys and indexes from the root to the offending value; empty for the root itself. */
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Looks for what `JSON.parse` accepts and a store cannot keep: nesting deeper than {@link MAX_JSON_DEPTH}, NUL or a
 * lone surrogate in a string or key, and numbers that overflowed to infinity (`1e400`).
 *
 * Walks with a stack of its own: 100,000 nested arrays parse well, but overflow the call stack of a recursive walk.
 */
export function findJsonProblem(root: JsonValue): JsonProblem | undefined {
  const pending: Visit[] = [{ value: root, depth: 0 }];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { value, depth } = visit;
    const message = problemOf(value, depth);
    if (message !== undefined) return { path: pathTo(visit), message };
    if (typeof value !== 'object' || value === null) continue;
    const isArray = Array.isArray(value);
    for (const [key, child] of Object.entries(value)) {
      const next: Visit = { value: child, depth: depth + 1, key, parent: visit };
      if (!isArray && !isStorableText(key))
        return { path: pathTo(next), message: 'must not have a key with NUL or a lone surrogate' };
      pending.push(next);
    }
  }
  return undefined;
}

interface Visit {
  readonly value: JsonValue;
  /** How many arrays and objects enclose the value. */
  readonly depth: number;
  readonly key?: string;
  readonly parent?: Visit;
}

function problemOf(value: JsonValue, depth: number): string | undefined {
  if (typeof value === 'string' && !isStorableText(value)) return 'must not contain NUL or a lone surrogate';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must be a finite number';
  if (typeof value === 'object' && value !== null && depth >= MAX_JSON_DEPTH) {
    return `must not be nested deeper than ${MAX_JSON_DEPTH} levels`;
  }
  return undefined;
}

function pathTo(visit: Visit): string[] {
  const path: string[] = [];
  for (let at: Visit | undefined = visit; at?.key !== undefined; at = at.parent) path.unshift(at.key);
  return path;
}
