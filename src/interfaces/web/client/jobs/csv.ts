import type { JobSummary } from '../api/types.js';

const COLUMNS = [
  'id',
  'type',
  'status',
  'priority',
  'attempts',
  'max_attempts',
  'available_at',
  'created_at',
  'finished_at',
  'locked_by',
  'locked_until',
  'idempotency_key',
  'last_error',
] as const satisfies readonly (keyof JobSummary)[];

/** Jobs as CSV (RFC 4180), with a line of names. */
export function jobsCsv(jobs: readonly JobSummary[]): string {
  const lines = jobs.map((job) => COLUMNS.map((column) => field(job[column])).join(','));
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}

/** A text that a spreadsheet would take for a formula is kept from being one by an apostrophe. */
function field(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
