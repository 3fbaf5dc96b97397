import type { Instant } from '../../domain/job.js';

/** Writes instants as ISO 8601 with milliseconds and offset. */
export type TimeFormat = (at: Instant) => string;

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** Offsets are looked up by stretches of this length; a zone changes its offset at most once within one. */
const STRETCH_MS = 15 * MINUTE_MS;
const MAX_CACHED_STRETCHES = 10_000;
const MAX_YEAR = 9999;

/** @param timeZone an IANA name; `UTC` writes `Z`. Throws RangeError if there is no such zone */
export function timeFormatIn(timeZone: string): TimeFormat {
  if (timeZone === 'UTC') return (at) => new Date(at).toISOString();
  const offsetAt = cachedOffsets(wallClock(timeZone));
  return (at) => {
    // Until 1972 some zones were seconds off the minute, which RFC 3339 cannot write: the offset is cut to the minute,
    // and the local time with it, so that the instant stays exact.
    const offsetMinutes = Math.trunc(offsetAt(at) / MINUTE_MS);
    const local = new Date(at + offsetMinutes * MINUTE_MS);
    // No four digits hold the local year of the last hours of 9999.
    if (local.getUTCFullYear() > MAX_YEAR) return new Date(at).toISOString();
    return local.toISOString().slice(0, -1) + offsetText(offsetMinutes);
  };
}

function offsetText(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${offsetMinutes < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60))}:${pad(minutes % 60)}`;
}

/** The difference between the zone's wall clock and UTC, in milliseconds (whole seconds). */
type OffsetAt = (at: Instant) => number;

function wallClock(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN;
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return local - Math.floor(at / SECOND_MS) * SECOND_MS;
  };
}

/** Asks `Intl`, which is slow, once for a stretch of time; a stretch in which the offset changes is never kept. */
function cachedOffsets(offsetAt: OffsetAt): OffsetAt {
  const known = new Map<number, number>();
  return (at) => {
    const stretch = Math.floor(at / STRETCH_MS);
    const cached = known.get(stretch);
    if (cached !== undefined) return cached;
    const first = offsetAt(stretch * STRETCH_MS);
    if (first !== offsetAt((stretch + 1) * STRETCH_MS - 1)) return offsetAt(at);
    if (known.size >= MAX_CACHED_STRETCHES) known.clear();
    known.set(stretch, first);
    return first;
  };
}
