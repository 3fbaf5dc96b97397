import { Meter } from '../meter.mjs';
import { openQueue } from '../queues/queues.mjs';

/** How many jobs a second come in from clients each of which awaits the answer before it creates its next job. */
export async function measure({ queue: name, url, clients, jobs }) {
  const queue = await openQueue(name, { url });
  const meter = new Meter(jobs);
  let left = jobs;
  async function createOneByOne() {
    for (; left > 0; ) {
      left -= 1;
      await queue.create();
      meter.tick();
    }
  }
  await Promise.all(Array.from({ length: clients }, createOneByOne));
  const perSecond = meter.perSecond();
  await queue.check(jobs);
  await queue.close();
  return { perSecond };
}
