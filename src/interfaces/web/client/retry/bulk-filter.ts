import type { BulkFilter } from '../api/types.js';
import type { JobFilter } from '../url/job-filter.js';

/** Which failed jobs a retry is for, and the same in words. */
export interface RetryTarget {
  readonly filter: BulkFilter;
  readonly words: string;
}

/** The failed ones among these jobs. */
export function targetOfIds(ids: readonly string[]): RetryTarget {
  return { filter: { ids }, words: ids.length === 1 ? `job ${ids[0]}` : `the ${ids.length} selected jobs` };
}

/** All failed jobs that a list shows. A worker is left out: it has only running ones. */
export function targetOfFilter({ status: _, from, to, key, worker: __, payload, ...same }: JobFilter): RetryTarget {
  const filter: BulkFilter = {
    ...same,
    ...(from !== undefined && { created_from: from }),
    ...(to !== undefined && { created_to: to }),
    ...(key !== undefined && { idempotency_key: key }),
    ...(payload.length > 0 && {
      payload: Object.fromEntries(payload.map(({ path, value }) => [path, scalarOf(value)])),
    }),
  };
  return { filter, words: wordsOf(filter) };
}

/** A value as the list's address writes it: JSON if it reads as a single value, else the text itself. */
export function scalarOf(text: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : (value as string | number | boolean | null);
  } catch {
    return text;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  type: 'type contains',
  id: 'id begins with',
  created_from: 'created from',
  created_to: 'created before',
  error: 'error contains',
  idempotency_key: 'idempotency key is',
};

function wordsOf({ payload = {}, ...rest }: BulkFilter): string {
  const conditions = [
    ...Object.entries(rest).map(([name, value]) => `${WORDS[name] ?? name} “${String(value)}”`),
    ...Object.entries(payload).map(([path, value]) => `payload ${path} is ${JSON.stringify(value)}`),
  ];
  return conditions.length === 0 ? 'all failed jobs' : `failed jobs whose ${conditions.join(' and ')}`;
}
