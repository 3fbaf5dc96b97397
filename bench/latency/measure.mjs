import { setTimeout as pause } from 'node:timers/promises';
import { drained, openQueue } from '../queues/queues.mjs';
import { quantile } from '../statistics.mjs';

const WARM_UP = 20;
/** Long enough for a worker to be through with the job before, and never in step with anything periodic. */
const PAUSE_MS = { min: 10, max: 20 };

/** From the call that creates a job to the start of its handler, with one job at a time and an idle worker. */
export async function measure({ queue: name, url, slots, samples }) {
  const queue = await openQueue(name, { url, slots });
  let onStart = () => {};
  const stop = await queue.work(() => onStart());
  const latenciesMs = new Float64Array(samples);
  for (let sample = -WARM_UP; sample < samples; sample += 1) {
    await pause(PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min));
    const started = new Promise((resolve) => {
      onStart = () => resolve(performance.now());
    });
    const createdAt = performance.now();
    const [startedAt] = await Promise.all([started, queue.create()]);
    if (sample >= 0) latenciesMs[sample] = startedAt - createdAt;
  }
  await drained(queue);
  await stop();
  await queue.check(samples + WARM_UP);
  await queue.close();
  const sorted = latenciesMs.sort();
  return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
}
