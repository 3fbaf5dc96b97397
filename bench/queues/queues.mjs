import { until } from '../until.mjs';

/**
 * The queues, all with the same surface. `open({ url, slots })` of a module makes the schema and gives:
 *
 * - `fill(count)`: adds that many jobs, as fast as may be, and lets the database take its statistics;
 * - `create()`: adds one job the usual way; resolves once it is acknowledged;
 * - `work(onJob)`: starts a worker whose handler only calls `onJob`; resolves to what stops it;
 * - `unfinished()`: how many jobs are not done yet;
 * - `check(count)`: throws unless `count` jobs are there, with everything that belongs to them;
 * - `close()`.
 */
export const queues = {
  leasehold: () => import('./leasehold.mjs'),
  'graphile-worker': () => import('./graphile-worker.mjs'),
  'graphile-worker, batched': () => import('./graphile-worker-batched.mjs'),
  'pg-boss': () => import('./pg-boss.mjs'),
  plainjob: () => import('./plainjob.mjs'),
  sidequest: () => import('./sidequest.mjs'),
};

/** @param name a key of `queues` */
export async function openQueue(name, settings) {
  const { open } = await queues[name]();
  return open(settings);
}

/** Calls `add` with each number up to `count`, a few at a time. */
export async function inChunks(count, size, add) {
  for (let done = 0; done < count; done += size) await add(Math.min(size, count - done));
}

/** Resolves when the database holds no job that is not done. */
export function drained(queue) {
  return until(async () => (await queue.unfinished()) === 0);
}

/** @throws unless both are the same */
export function expectCount(what, actual, expected) {
  if (actual !== expected) throw new Error(`${actual} ${what} instead of ${expected}`);
}
