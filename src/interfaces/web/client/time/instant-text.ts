import { offsetAt, partsAt, type WallClock } from './zone.js';

/** The time of day, e.g. `14:03:22`. */
export function timeText(at: number, clock: WallClock): string {
  const { hour, minute, second, dayPeriod } = partsAt(at, clock);
  return `${hour}:${minute}:${second}${dayPeriod === undefined ? '' : ` ${dayPeriod}`}`;
}

/** Day and time, e.g. `2026-11-30 14:03:22`. */
export function instantText(at: number, clock: WallClock): string {
  const { year, month, day } = partsAt(at, clock);
  return `${year}-${month}-${day} ${timeText(at, clock)}`;
}

/** Everything: milliseconds and offset too. */
export function fullText(at: number, clock: WallClock): string {
  const ms = String(((at % 1000) + 1000) % 1000).padStart(3, '0');
  const [day, time = '', period] = instantText(at, clock).split(' ');
  return `${day} ${time}.${ms}${period === undefined ? '' : ` ${period}`} ${offsetAt(at, clock)}`;
}
