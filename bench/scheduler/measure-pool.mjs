import { putUnderLoad, runMany } from './load.mjs';
import { pools, WORKERS } from './pools.mjs';

const text = 'x'.repeat(1_024);

/** Measures one library with threads. */
export async function measure({ pool: name, burnRounds }) {
  const start = await pools[name]();

  const rssBefore = process.memoryUsage.rss();
  const startedAt = performance.now();
  const pool = start();
  const msSinceStart = () => performance.now() - startedAt;
  const [readyMs, firstResultMs] = await Promise.all([
    pool.ready?.then(msSinceStart),
    pool.run('empty').then(msSinceStart),
  ]);

  // The same number of tasks for each: it warms up, and memory can be compared after it.
  await runMany(() => pool.run('empty'), { concurrency: 100, count: 20_000 });
  const rssPerWorkerMiB = (process.memoryUsage.rss() - rssBefore) / WORKERS / 2 ** 20;

  const empty = await putUnderLoad(() => pool.run('empty'), { concurrency: 100, durationMs: 1_000 });
  const alone = await putUnderLoad(() => pool.run('empty'), { concurrency: 1, durationMs: 600 });
  const echo = await putUnderLoad(() => pool.run('echo', text), { concurrency: 100, durationMs: 700 });
  const burn = await putUnderLoad(() => pool.run('burn', burnRounds), { concurrency: 100, durationMs: 700 });
  await pool.stop();

  return { readyMs, firstResultMs, rssPerWorkerMiB, empty, alone, echo, burn };
}
