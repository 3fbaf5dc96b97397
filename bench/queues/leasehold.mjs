import { CreateJob } from '../../dist/application/create-job.js';
import { buildContainer, STORE } from '../../dist/container.js';
import { loadConfig } from '../../dist/infrastructure/config.js';
import { handlerMap } from '../../dist/interfaces/worker/handler-map.js';
import { WorkerRunner } from '../../dist/interfaces/worker/worker-runner.js';
import { openSql } from '../sql.mjs';
import { expectCount, inChunks } from './queues.mjs';

export const TYPE = 'bench.nothing';

/** The program as `leasehold start` puts it together, without what its user did not configure. */
export function containerOn(url, { slots = 10, handle = () => {} } = {}) {
  const config = loadConfig({ DATABASE_URL: url, JOB_WORKER_THREADS: String(slots) }, 'start');
  return buildContainer(config, handlerMap({ [TYPE]: { run: 'inline', handle } }, 'The bench'));
}

export async function open({ url, slots }) {
  const producer = containerOn(url);
  const store = producer.get(STORE);
  await store.migrations.latest();
  const createJob = producer.get(CreateJob);
  const sql = await openSql(url);
  const create = () => createJob.execute({ type: TYPE });
  return {
    create,
    fill: async (count) => {
      await inChunks(count, 1_000, (size) => Promise.all(Array.from({ length: size }, create)));
      await settleStatistics(sql, url);
    },
    work: (onJob) => startWorker(url, slots, onJob),
    unfinished: () => sql.count(`SELECT count(*) FROM jobs_job WHERE status IN ('queued', 'running')`),
    check: (count) => checkJobs(sql, count),
    close: async () => {
      await store.close();
      await sql.close();
    },
  };
}

/** In a store of its own: a worker is usually another process. */
async function startWorker(url, slots, onJob) {
  const container = containerOn(url, { slots, handle: () => onJob() });
  const worker = container.get(WorkerRunner);
  worker.start();
  return async () => {
    await worker.stop(10_000);
    await container.get(STORE).close();
  };
}

async function settleStatistics(sql, url) {
  await sql.run(url.startsWith('postgres') ? 'VACUUM ANALYZE jobs_job, jobs_jobevent' : 'PRAGMA optimize');
}

/** Each job has its creation in the history and, if it is done, one claim and one success. */
async function checkJobs(sql, count) {
  const done = await sql.count(`SELECT count(*) FROM jobs_job WHERE status = 'succeeded'`);
  expectCount('jobs', await sql.count('SELECT count(*) FROM jobs_job'), count);
  if (done !== 0) expectCount('jobs done', done, count);
  for (const [type, expected] of Object.entries({ created: count, claimed: done, succeeded: done })) {
    const events = await sql.count(`SELECT count(DISTINCT job_id) FROM jobs_jobevent WHERE type = '${type}'`);
    expectCount(`jobs with the event ${type}`, events, expected);
  }
  expectCount('events', await sql.count('SELECT count(*) FROM jobs_jobevent'), count + 2 * done);
}
