import { makeWorkerUtils, run } from 'graphile-worker';
import { openSql } from '../sql.mjs';
import { expectCount, inChunks } from './queues.mjs';

const TASK = 'nothing';
/** It deletes jobs that are done. */
const COUNT = 'SELECT count(*) FROM graphile_worker.jobs';

/** @param preset settings of the worker beside the number of slots; by default its own */
export async function open({ url, slots, preset = {}, ...options }) {
  const shared = { connectionString: url, ...options };
  const utils = await makeWorkerUtils(shared);
  await utils.migrate();
  const sql = await openSql(url);
  return {
    create: () => utils.addJob(TASK, {}),
    fill: async (count) => {
      const spec = { identifier: TASK, payload: {} };
      await inChunks(count, 1_000, (size) => utils.addJobs(Array.from({ length: size }, () => spec)));
      await sql.run('VACUUM ANALYZE');
    },
    work: async (onJob) => {
      const taskList = { [TASK]: async () => onJob() };
      const runner = await run({ ...shared, concurrency: slots, noHandleSignals: true, taskList, preset });
      return () => runner.stop();
    },
    unfinished: () => sql.count(COUNT),
    check: async (count) => {
      const left = await sql.count(COUNT);
      if (left !== 0) expectCount('jobs', left, count);
      expectCount('failed attempts', await sql.count(`${COUNT} WHERE attempts > 0`), 0);
    },
    close: async () => {
      await utils.release();
      await sql.close();
    },
  };
}
