import { once } from 'node:events';
import { threadId } from 'node:worker_threads';
import { createQueueMemory, Head, Time, Total } from '../../../src/infrastructure/scheduler/memory-layout.js';
import { QueueClient } from '../../../src/infrastructure/scheduler/queue-client.js';
import { Flag } from '../../../src/infrastructure/scheduler/queue-under-lock.js';
import { SharedTaskQueue } from '../../../src/infrastructure/scheduler/shared-task-queue.js';
import { seededRandom } from '../seeded-random.js';
import { numbered } from './shared-queue.js';
import { startThread } from './start-thread.js';

export interface ChaosReport {
  readonly kills: number;
  /** Kills that hit a thread inside the lock. */
  readonly takeovers: number;
  readonly submitted: number;
  readonly lost: number;
  readonly settledTwice: number;
  /** Slots and pages that did not come back. */
  readonly slotsOut: number;
  readonly pagesOut: number;
  /** What the totals of the queue are off by. */
  readonly miscounted: number;
}

const THREADS = 2;
const CAPACITY = 50;

/** Two consumers that do nothing but take and finish, so that they are in the lock most of the time, and die again and again. */
export async function wreakHavoc({ kills, seed }: { kills: number; seed: number }): Promise<ChaosReport> {
  const random = seededRandom(seed);
  const handle = createQueueMemory(CAPACITY, 200, 0);
  const queue = SharedTaskQueue.attach(handle, threadId);
  const settlements = new Map<number, number>();
  let submitted = 0;
  let isOver = false;
  const client: QueueClient = new QueueClient(queue, {
    ended(slots) {
      for (const slot of slots) {
        const key = queue.slots.time(slot, Time.KEY);
        settlements.set(key, (settlements.get(key) ?? 0) + 1);
        client.release(slot);
        feed();
      }
    },
    loaded: () => {},
  });
  const feed = () => {
    if (isOver) return;
    const task = numbered(submitted, ([0, 1, 2] as const)[submitted % 3] ?? 0, Flag.WANTED);
    submitted += 1;
    client.submit({ task, answered: () => {} });
  };
  for (let task = 0; task < CAPACITY * 2; task += 1) feed();

  let killed = 0;
  let takeovers = 0;
  const torment = async () => {
    while (killed < kills) {
      killed += 1;
      const worker = startThread('./restless-consumer.mjs', handle);
      const { threadId: number } = worker;
      await once(worker, 'message');
      await new Promise((resolve) => setTimeout(resolve, random() * 8));
      await worker.terminate();
      if (queue.mutex.isHeldBy(number + 1)) takeovers += 1;
      await new Promise<void>((resolve) => client.bury(number, resolve));
    }
  };
  await Promise.all(Array.from({ length: THREADS }, torment));

  isOver = true;
  const last = startThread('./restless-consumer.mjs', handle);
  client.closeQueue();
  await once(last, 'exit');
  await new Promise<void>((resolve) => client.bury(last.threadId, resolve));
  while (settlements.size < submitted && queue.count(Head.USED) > 0)
    await new Promise((resolve) => setImmediate(resolve));
  client.glance(() => undefined);
  const refused = queue.total(Total.REJECTED);
  const times = [...settlements.values()];
  const report = {
    kills: killed,
    takeovers,
    submitted,
    lost: submitted - refused - settlements.size,
    settledTwice: times.filter((count) => count > 1).length,
    slotsOut: queue.count(Head.USED),
    pagesOut: queue.count(Head.PAGES_USED),
    miscounted: queue.total(Total.COMPLETED) - settlements.size,
  };
  client.close();
  return report;
}
