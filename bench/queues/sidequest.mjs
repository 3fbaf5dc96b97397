import { Sidequest } from 'sidequest';
import { openSql } from '../sql.mjs';
import { expectCount, inChunks } from './queues.mjs';
import { Nothing } from './sidequest-job.mjs';

/** As fast as it gets: on this thread, without a second process, and with the shortest pause between two looks. */
const FASTEST = { fork: false, runner: 'inline', jobPollingInterval: 1 };

export async function open({ url, slots }) {
  const path = url.slice('sqlite:'.length);
  const settings = {
    backend: { driver: '@sidequest/sqlite-backend', config: path },
    ...FASTEST,
    maxConcurrentJobs: slots,
    queueDefaults: { concurrency: slots },
    gracefulShutdown: false,
    logger: { level: 'error' },
    dashboard: { enabled: false },
  };
  await Sidequest.configure(settings);
  const sql = await openSql(url);
  const create = () => Sidequest.build(Nothing).enqueue();
  return {
    create,
    fill: (count) => inChunks(count, 100, (size) => Promise.all(Array.from({ length: size }, create))),
    work: async (onJob) => {
      Nothing.onRun = onJob;
      await Sidequest.start(settings);
      return () => Sidequest.stop();
    },
    unfinished: () => sql.count(`SELECT count(*) FROM sidequest_jobs WHERE state <> 'completed'`),
    check: async (count) => expectCount('jobs', await sql.count('SELECT count(*) FROM sidequest_jobs'), count),
    close: () => sql.close(),
  };
}
