import type { Job } from '../api/types.js';
import { indentJson } from '../json/indent-json.js';
import { delayMs, instantOf } from '../time/wall-time.js';
import type { WallClock } from '../time/zone.js';

/** A job as the form has it: all texts. */
export interface Draft {
  readonly type: string;
  readonly payload: string;
  readonly priority: string;
  readonly maxAttempts: string;
  readonly when: 'now' | 'in' | 'at';
  /** For `in`: a delay such as `10m`. */
  readonly delay: string;
  /** For `at`: the value of a `datetime-local` field. */
  readonly at: string;
  readonly key: string;
}

export const EMPTY_DRAFT: Draft = {
  type: '',
  payload: '{}',
  priority: '',
  maxAttempts: '',
  when: 'now',
  delay: '10m',
  at: '',
  key: '',
};

/** A draft of another job like this one. Its key stays behind: it would give the same job back. */
export function draftOf({ type, payload, priority, max_attempts }: Job): Draft {
  return {
    ...EMPTY_DRAFT,
    type,
    payload: indentJson(payload),
    priority: String(priority),
    maxAttempts: String(max_attempts),
  };
}

/**
 * The body that creates the job. The payload goes in as it was typed, so that no digit is lost.
 *
 * @param now epoch milliseconds that a delay counts from
 */
export function bodyOf(draft: Draft, clock: WallClock, now: number): string {
  const at =
    draft.when === 'now' ? undefined : draft.when === 'in' ? afterDelay(draft.delay, now) : instantOf(draft.at, clock);
  const fields = {
    type: draft.type,
    ...(draft.priority !== '' && { priority: Number(draft.priority) }),
    ...(draft.maxAttempts !== '' && { max_attempts: Number(draft.maxAttempts) }),
    ...(at !== undefined && { available_at: new Date(at).toISOString() }),
    ...(draft.key !== '' && { idempotency_key: draft.key }),
  };
  const payload = draft.payload.trim() === '' ? '{}' : draft.payload.trim();
  return `${JSON.stringify(fields).slice(0, -1)},"payload":${payload}}`;
}

function afterDelay(text: string, now: number): number | undefined {
  const ms = delayMs(text);
  return ms === undefined ? undefined : now + ms;
}
