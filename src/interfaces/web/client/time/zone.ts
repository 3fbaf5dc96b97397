import type { Preferences } from '../state/preferences.js';

/** A wall clock: whose, and in how many hours. */
export interface WallClock {
  /** IANA name; undefined: the browser's. */
  readonly timeZone: string | undefined;
  readonly hour12: boolean;
}

/** The wall clock that an operator chose. */
export function wallClock({ zone, clock }: Pick<Preferences, 'zone' | 'clock'>, serverZone: string): WallClock {
  const timeZone = zone === 'utc' ? 'UTC' : zone === 'server' ? serverZone : undefined;
  return { timeZone, hour12: clock === '12' };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf({ timeZone, hour12 }: WallClock): Intl.DateTimeFormat {
  const key = `${timeZone} ${hour12}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    ...(timeZone !== undefined && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: hour12 ? 'h12' : 'h23',
    timeZoneName: 'longOffset',
  });
  formats.set(key, made);
  return made;
}

/** The parts of an instant on a wall clock, each as text. */
export function partsAt(at: number, clock: WallClock): Readonly<Record<string, string>> {
  return Object.fromEntries(
    formatOf(clock)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
}

/** The offset of a wall clock at an instant, e.g. `+03:30`, `Z`. */
export function offsetAt(at: number, clock: WallClock): string {
  const offset = (partsAt(at, clock).timeZoneName ?? '').replace('GMT', '');
  return offset === '' || offset === '+00:00' ? 'Z' : offset;
}
