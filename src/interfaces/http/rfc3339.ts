import type { Instant } from '../../domain/job.js';
import { INSTANT_RANGE } from '../../domain/new-job.js';

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/i;

const MINUTE_MS = 60_000;

/**
 * Reads an RFC 3339 date and time. Stricter than `Date.parse`: the zone is required, the date must exist, hour 24 and
 * second 60 are refused. A fraction finer than a millisecond is cut, never rounded.
 *
 * @returns the instant, or undefined if the text is no such time or lies outside {@link INSTANT_RANGE}
 */
export function parseInstant(text: string): Instant | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [fraction = '', sign, offsetHour, offsetMinute] = match.slice(7);
  if (!isDate(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  const offsetMs = offsetMilliseconds(sign, Number(offsetHour ?? 0), Number(offsetMinute ?? 0));
  if (offsetMs === undefined) return undefined;
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const at = Date.UTC(year, month - 1, day, hour, minute, second, millisecond) - offsetMs;
  return at >= INSTANT_RANGE.min && at <= INSTANT_RANGE.max ? at : undefined;
}

/** Years below 1000 are refused early: `Date.UTC` takes 0 to 99 for the twentieth century, and none is in range. */
function isDate(year: number, month: number, day: number): boolean {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function offsetMilliseconds(sign: string | undefined, hours: number, minutes: number): number | undefined {
  if (hours > 23 || minutes > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}
