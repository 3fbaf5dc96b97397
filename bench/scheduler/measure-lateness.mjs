import { TaskScheduler } from '../../dist/infrastructure/scheduler/task-scheduler.js';
import { WORKERS } from './pools.mjs';

const PERIOD_MS = 50;
const TASK_MS = 400;
const DURATION_MS = 3_000;

const payload = { module: new URL('./tasks.mjs', import.meta.url).href, export: 'burnFor', args: [TASK_MS] };

/**
 * How late a timer of the main thread rings, such as the one that renews leases, while tasks keep every thread busy.
 *
 * @returns each lateness, in ms
 */
export async function measure() {
  const scheduler = new TaskScheduler({ numWorkers: WORKERS });
  await scheduler.start();
  const endsAt = performance.now() + DURATION_MS;
  async function keepBusy() {
    while (performance.now() < endsAt) await scheduler.run({ payload });
  }
  const stopTimer = startTimer();
  await Promise.all(Array.from({ length: WORKERS }, keepBusy));
  await scheduler.shutdown();
  return stopTimer();
}

/** @returns what stops the timer and gives what it noted */
function startTimer() {
  const latenessMs = [];
  let dueAt = performance.now() + PERIOD_MS;
  let timer = setTimeout(ring, PERIOD_MS);
  function ring() {
    const now = performance.now();
    latenessMs.push(Math.max(0, now - dueAt));
    dueAt = now + PERIOD_MS;
    timer = setTimeout(ring, PERIOD_MS);
  }
  return () => {
    clearTimeout(timer);
    return latenessMs;
  };
}
