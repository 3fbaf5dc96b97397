import { Meter } from '../meter.mjs';
import { openSql } from '../sql.mjs';
import { drained, openQueue } from './queues.mjs';

/**
 * How fast one worker empties a queue of jobs that do nothing, until the last of them is done in the database.
 *
 * @param holdSnapshot whether another session keeps a snapshot from before open all the while
 */
export async function measure({ queue: name, url, slots, jobs, holdSnapshot = false }) {
  const queue = await openQueue(name, { url, slots });
  await queue.fill(jobs);
  const release = holdSnapshot ? await openSnapshot(url) : async () => {};
  const meter = new Meter(jobs);
  const stop = await queue.work(() => meter.tick());
  await meter.finished;
  await drained(queue);
  const endedAt = performance.now();
  await release();
  await stop();
  await queue.check(jobs);
  await queue.close();
  return { perSecond: meter.perSecond(endedAt), lastPerSecond: meter.lastPerSecond(endedAt) };
}

async function openSnapshot(url) {
  const session = await openSql(url);
  await session.run('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await session.count('SELECT count(*) FROM jobs_job');
  return () => session.close();
}
