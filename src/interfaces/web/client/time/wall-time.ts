import { partsAt, type WallClock } from './zone.js';

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/;

/**
 * The instant that a wall clock shows as `text`, the value of a `datetime-local` field. Where the clock was set back and
 * shows the time twice, the later instant; where it was set forward and never shows it, one an hour beside.
 *
 * @returns undefined if the text is no such value
 */
export function instantOf(text: string, clock: WallClock): number | undefined {
  if (!LOCAL.test(text)) return undefined;
  const wanted = Date.parse(`${text.length === 16 ? `${text}:00` : text}Z`);
  if (Number.isNaN(wanted)) return undefined;
  // The offset depends on the instant that it is to give: a second look settles it, but for hours that do not exist.
  const guess = wanted - offsetMs(wanted, clock);
  return wanted - offsetMs(guess, clock);
}

/** The value of a `datetime-local` field that shows an instant. */
export function localValue(at: number, clock: WallClock): string {
  const { year, month, day, hour, minute, second } = partsAt(at, { ...clock, hour12: false });
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

function offsetMs(at: number, clock: WallClock): number {
  return Date.parse(`${localValue(at, clock)}Z`) - Math.floor(at / 1000) * 1000;
}

const DELAY = /^(\d+(?:\.\d+)?)\s*(s|m|h|d)$/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A delay such as `90s`, `10m`, `2h`, `1.5d` in milliseconds; undefined if the text is none. */
export function delayMs(text: string): number | undefined {
  const [, amount, unit = ''] = DELAY.exec(text.trim().toLowerCase()) ?? [];
  return amount === undefined ? undefined : Math.round(Number(amount) * (UNIT_MS[unit] ?? 0));
}
