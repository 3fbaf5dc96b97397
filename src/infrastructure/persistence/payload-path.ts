import type { JsonScalar, PayloadCondition } from '../../application/ports/job-queries.js';
import type { JsonValue } from '../../domain/json.js';

/** No stored array is as long as the first number that this does not match, and no database counts wrong below it. */
const ARRAY_INDEX = /^(0|[1-9]\d{0,8})$/;

/** Whether a key of a path may also be the index of an array. Any other text names members of objects alone. */
export function mayBeIndex(key: string): boolean {
  return ARRAY_INDEX.test(key);
}

/** Whether a payload fulfils a condition. */
export function payloadMatches(payload: JsonValue, { path, equals }: PayloadCondition): boolean {
  const found = path.reduce<JsonValue | undefined>(member, payload);
  // `===`, so that 0 and -0 are one number, as they are in JSON text.
  return found === (equals satisfies JsonScalar);
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return mayBeIndex(key) ? value[Number(key)] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
