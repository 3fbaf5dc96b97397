import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TimeLeft } from './bounded-scans.js';

/** Rows between two looks at the clock. */
const SLICE = 256;
/** How long the event loop may be held up at a time. */
const TURN_MS = 10;

/** The rows that match, looked for in slices: others run in between, and the search ends when its time is over. */
export async function slicedFilter<T>(
  rows: readonly T[],
  matches: (row: T) => boolean,
  timeLeft: TimeLeft,
): Promise<T[]> {
  const found: T[] = [];
  let seen = 0;
  let turnEnds = timeLeft() - TURN_MS;
  for (const row of rows) {
    if (matches(row)) found.push(row);
    seen += 1;
    if (seen % SLICE !== 0 || timeLeft() > turnEnds) continue;
    await nextTurn();
    turnEnds = timeLeft() - TURN_MS;
  }
  return found;
}
