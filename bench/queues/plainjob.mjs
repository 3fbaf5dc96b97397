import Database from 'better-sqlite3';
import { better, defineQueue, defineWorker, JobStatus } from 'plainjob';
import { expectCount, inChunks } from './queues.mjs';

const TYPE = 'nothing';
const silent = { error: console.error, warn: console.error, info: () => {}, debug: () => {} };

/** Its default settings, but for the log. A worker of it runs one job at a time; `slots` of them share the queue. */
export async function open({ url, slots }) {
  const connection = better(new Database(url.slice('sqlite:'.length)));
  const queue = defineQueue({ connection, logger: silent });
  return {
    create: async () => queue.add(TYPE, {}),
    fill: (count) => inChunks(count, 1_000, async (size) => queue.addMany(TYPE, Array(size).fill({}))),
    work: async (onJob) => {
      const workers = Array.from({ length: slots }, () => defineWorker(TYPE, () => onJob(), { queue, logger: silent }));
      for (const worker of workers) worker.start().catch((error) => console.error(error));
      return () => Promise.all(workers.map((worker) => worker.stop()));
    },
    unfinished: async () => queue.countJobs() - queue.countJobs({ status: JobStatus.Done }),
    check: async (count) => expectCount('jobs', queue.countJobs(), count),
    close: async () => queue.close(),
  };
}
