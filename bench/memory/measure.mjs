import { ClaimJobs } from '../../dist/application/claim-jobs.js';
import { CompleteJob } from '../../dist/application/complete-job.js';
import { CreateJob } from '../../dist/application/create-job.js';
import { STORE } from '../../dist/container.js';
import { containerOn, TYPE } from '../queues/leasehold.mjs';
import { expectCount } from '../queues/queues.mjs';

const SLOTS = 10;
const workerIds = Array.from({ length: SLOTS }, (_, index) => `bench:1:thread-${index + 1}:00000000`);

/** How many jobs a second the in-memory store claims and completes, from that many queued on and `rounds` times over. */
export async function measure({ queued, rounds }) {
  await drain(Math.min(queued, 10_000)); // compiles the code
  let tookMs = 0;
  for (let round = 0; round < rounds; round += 1) tookMs += await drain(queued);
  return { perSecond: (queued * rounds * 1_000) / tookMs };
}

async function drain(queued) {
  const container = containerOn('memory:');
  const createJob = container.get(CreateJob);
  const claimJobs = container.get(ClaimJobs);
  const completeJob = container.get(CompleteJob);
  // Any order, so that the queue has something to sort.
  for (let job = 0; job < queued; job += 1) await createJob.execute({ type: TYPE, priority: (job * 7_919) % 100 });
  const startedAt = performance.now();
  for (
    let claims = await claimJobs.execute(workerIds);
    claims.length > 0;
    claims = await claimJobs.execute(workerIds)
  ) {
    await Promise.all(claims.map((claim) => completeJob.execute(claim, null)));
  }
  const tookMs = performance.now() - startedAt;
  const { queries } = container.get(STORE);
  expectCount('jobs done', (await queries.stats()).byStatus.succeeded, queued);
  return tookMs;
}
