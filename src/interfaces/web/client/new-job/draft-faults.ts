import type { JobType } from '../api/types.js';
import { checkJson } from '../json/check-json.js';
import { schemaFaults } from '../json/check-schema.js';
import { delayMs } from '../time/wall-time.js';
import type { Draft } from './draft.js';

/** What is wrong with a draft, by the API's names of the fields. */
export type Faults = Readonly<Record<string, readonly string[]>>;

const PRIORITY = { min: -32_768, max: 32_767 };
const MAX_ATTEMPTS = { min: 1, max: 2_147_483_647 };

/** The faults that can be seen without asking the server. */
export function draftFaults(draft: Draft, type: JobType | undefined): Faults {
  const found: Readonly<Record<string, readonly string[]>> = {
    type: draft.type === '' ? ['is required'] : [...draft.type].length > 120 ? ['has more than 120 characters'] : [],
    payload: payloadFaults(draft.payload, type),
    priority: integerFaults(draft.priority, PRIORITY),
    max_attempts: integerFaults(draft.maxAttempts, MAX_ATTEMPTS),
    available_at: whenFaults(draft),
    idempotency_key: [...draft.key].length > 255 ? ['has more than 255 characters'] : [],
  };
  return Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0));
}

function payloadFaults(text: string, type: JobType | undefined): readonly string[] {
  if (text.trim() === '') return [];
  const fault = checkJson(text);
  if (fault !== undefined) return [`line ${fault.line}, column ${fault.column}: ${fault.message}`];
  const value: unknown = JSON.parse(text);
  return value === null ? ['must not be null'] : schemaFaults(type?.payload_schema, value);
}

function integerFaults(text: string, { min, max }: { min: number; max: number }): readonly string[] {
  if (text === '') return [];
  const value = Number(text);
  const isGood = /^-?\d+$/.test(text) && value >= min && value <= max;
  return isGood ? [] : [`must be a whole number from ${min} to ${max}`];
}

function whenFaults({ when, delay, at }: Draft): readonly string[] {
  if (when === 'in' && delayMs(delay) === undefined) return ['must be a delay such as 90s, 10m, 2h or 1d'];
  return when === 'at' && at === '' ? ['must be a date and a time'] : [];
}
