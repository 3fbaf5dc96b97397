import type { JsonScalar, PayloadCondition } from '../../application/ports/job-queries.js';
import { isStorableText } from '../../domain/json.js';

export const MAX_PATH_KEYS = 10;
export const MAX_PAYLOAD_CONDITIONS = 5;

/** The keys of a path, or undefined if it is none. A key with a dot in it, or an empty one, cannot be written. */
export function parsePayloadPath(text: string): readonly string[] | undefined {
  const keys = text.split('.');
  return keys.length <= MAX_PATH_KEYS && keys.every((key) => key !== '' && isStorableText(key)) ? keys : undefined;
}

export const PATH_RULE = `must name a path of 1 to ${MAX_PATH_KEYS} keys, with dots between them`;
export const VALUE_RULE = 'must be a string without NUL or lone surrogates, a finite number, true, false or null';

/** Whether a payload can hold the value. */
export function isStorableScalar(value: unknown): value is JsonScalar {
  if (typeof value === 'string') return isStorableText(value);
  return value === null || typeof value === 'boolean' || Number.isFinite(value);
}

const PREFIX = 'payload.';

/** What a query says of payloads. */
export interface PayloadQuery {
  readonly conditions: readonly PayloadCondition[];
  /** The parameters as they were given. */
  readonly texts: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** Reads the parameters `payload.<path>` of a query. */
export function readPayloadQuery(query: ReadonlyArray<readonly [string, string]>): PayloadQuery {
  const given = query.filter(([name]) => name.startsWith(PREFIX));
  const texts = new Map<string, string>();
  const errors = new Map<string, readonly string[]>();
  const conditions: PayloadCondition[] = [];
  for (const [name, text] of given) {
    const path = parsePayloadPath(name.slice(PREFIX.length));
    const equals = scalarOf(text);
    if (texts.has(name)) errors.set(name, ['must be given only once']);
    else if (path === undefined) errors.set(name, [PATH_RULE]);
    else if (!isStorableScalar(equals)) errors.set(name, [VALUE_RULE]);
    else conditions.push({ path, equals });
    texts.set(name, text);
  }
  if (texts.size > MAX_PAYLOAD_CONDITIONS)
    errors.set('payload', [`must be at most ${MAX_PAYLOAD_CONDITIONS} conditions`]);
  if (query.some(([name]) => name.startsWith('payload['))) errors.set('payload', ['must be written without brackets']);
  return { conditions, texts: Object.fromEntries(texts), errors: Object.fromEntries(errors) };
}

/** A number, a truth value, null or a text in quotes, as JSON writes them; any other text stands for itself. */
function scalarOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : value;
  } catch {
    return text;
  }
}
