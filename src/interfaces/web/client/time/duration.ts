const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time with its two largest units, e.g. `850 ms`, `12.3 s`, `4m 05s`, `2h 10m`, `3d 4h`. Never negative. */
export function durationText(lengthMs: number): string {
  const ms = Math.max(0, Math.round(lengthMs));
  if (ms < SECOND) return `${ms} ms`;
  if (ms < MINUTE) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  return coarse(ms);
}

function coarse(ms: number): string {
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m ${two(Math.floor((ms % MINUTE) / SECOND))}s`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)}h ${two(Math.floor((ms % HOUR) / MINUTE))}m`;
  return `${Math.floor(ms / DAY)}d ${Math.floor((ms % DAY) / HOUR)}h`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** How far an instant is from now, e.g. `12s ago`, `in 4m 05s`; within a second either way it is `now`. */
export function relativeText(at: number, now: number): string {
  const away = Math.abs(at - now);
  if (away < SECOND) return 'now';
  const text = away < MINUTE ? `${Math.floor(away / SECOND)}s` : coarse(away);
  return at > now ? `in ${text}` : `${text} ago`;
}
