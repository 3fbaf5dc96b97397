import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until `holds` says yes, where what is waited for gives no event. Throws after `withinMs`. */
export async function eventually(holds: () => Promise<boolean> | boolean, withinMs = 5_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Still not so after ${withinMs} ms: ${holds}`);
    await pause(10);
  }
}
