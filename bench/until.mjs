import { setTimeout as pause } from 'node:timers/promises';

/** Asks until the answer is true; how long it may take is limited by the process that started this one. */
export async function until(isSo, pauseMs = 2) {
  while (!(await isSo())) await pause(pauseMs);
}
