import type { Draft } from './draft.js';

export interface Change {
  readonly field: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const FIELDS = [
  ['type', 'type'],
  ['payload', 'payload'],
  ['priority', 'priority'],
  ['max_attempts', 'maxAttempts'],
] as const;

/** What differs between the job that a draft was made from and what it is now, by lines. */
export function changesOf(before: Draft, after: Draft): readonly Change[] {
  return FIELDS.filter(([, name]) => before[name] !== after[name]).map(([field, name]) => ({
    field,
    ...changedLines(before[name].split('\n'), after[name].split('\n')),
  }));
}

/** Without what both have in common at the beginning and at the end. */
function changedLines(before: readonly string[], after: readonly string[]) {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1;
  return { removed: before.slice(start, before.length - end), added: after.slice(start, after.length - end) };
}
