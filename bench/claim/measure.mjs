import { ClaimJobs } from '../../dist/application/claim-jobs.js';
import { CompleteJob } from '../../dist/application/complete-job.js';
import { STORE } from '../../dist/container.js';
import { containerOn } from '../queues/leasehold.mjs';
import { expectCount } from '../queues/queues.mjs';
import { openSql } from '../sql.mjs';
import { quantile } from '../statistics.mjs';
import { fill } from './fill.mjs';

const WARM_UP = 100;
const SAMPLES = 500;
const WORKER_ID = 'bench:1:thread-1:00000001';

/** How long it takes to claim one job, one claim after the other, each followed by the completion of its job. */
export async function measure({ url, rows }) {
  const container = containerOn(url);
  const store = container.get(STORE);
  await store.migrations.latest();
  const sql = await openSql(url);
  await fill(sql, rows);
  const claimJobs = container.get(ClaimJobs);
  const completeJob = container.get(CompleteJob);
  const tookMs = new Float64Array(SAMPLES);
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    const startedAt = performance.now();
    const claims = await claimJobs.execute([WORKER_ID]);
    if (sample >= 0) tookMs[sample] = performance.now() - startedAt;
    expectCount('jobs claimed', claims.length, 1);
    await completeJob.execute(claims[0], null);
  }
  const done = `SELECT count(*) FROM jobs_jobevent WHERE type = 'succeeded' AND worker_id = '${WORKER_ID}'`;
  expectCount('jobs done', await sql.count(done), WARM_UP + SAMPLES);
  await sql.close();
  await store.close();
  const sorted = tookMs.sort();
  return { p50Ms: quantile(sorted, 0.5), p95Ms: quantile(sorted, 0.95) };
}
