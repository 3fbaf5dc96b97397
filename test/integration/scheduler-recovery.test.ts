import { once } from 'node:events';
import { threadId } from 'node:worker_threads';
import { expect } from 'chai';
import { createQueueMemory, Field, Head, State, Total } from '../../src/infrastructure/scheduler/memory-layout.js';
import { DRAINED, Flag, Outcome } from '../../src/infrastructure/scheduler/queue-under-lock.js';
import { SharedTaskQueue } from '../../src/infrastructure/scheduler/shared-task-queue.js';
import { wreakHavoc } from '../support/scheduler/chaos.js';
import { entryOf, numbered } from '../support/scheduler/shared-queue.js';
import { startThread } from '../support/scheduler/start-thread.js';

type Action = 'submit' | 'take' | 'finish' | 'extend';

/** Lets a thread die before its `fatalWrite`-th write of `action`. @returns where; undefined if it came to its end */
async function dieAt(queue: Handle, action: Action, slot: number, fatalWrite: number) {
  const worker = startThread('./dying-thread.mjs', { handle: queue, action, slot, fatalWrite });
  const thread = worker.threadId;
  const [place] = (await once(worker, 'message')) as [string];
  await worker.terminate();
  return { thread, place: place === 'done' ? undefined : place };
}

/** Deaths tried side by side, each on a queue of its own. */
const AT_ONCE = 4;

type Handle = ReturnType<typeof createQueueMemory>;

/** What must hold of a queue that is at rest. */
function expectSound(
  queue: SharedTaskQueue,
  { queued, used, pages }: Record<'queued' | 'used' | 'pages', number>,
): void {
  expect(queue.count(Head.QUEUED), 'queued').to.equal(queued);
  expect(queue.count(Head.USED), 'slots in use').to.equal(used);
  expect(queue.count(Head.PAGES_USED), 'pages in use').to.equal(pages);
  expect([...queue.slots.inState(State.RUNNING)], 'running').to.deep.equal([]);
}

/**
 * Three tasks are queued, one runs. A thread dies in the middle of `action`; then everything is taken back and the queue
 * is emptied: nothing may be missing, nothing double.
 */
async function checkDeath(action: Action, fatalWrite: number): Promise<string | undefined> {
  const handle = createQueueMemory(10, 10, 40 * 4096);
  const queue = SharedTaskQueue.attach(handle, threadId);
  for (const entry of [1, 2, 3, 4]) queue.submitSync(numbered(entry, 1, entry === 1 ? Flag.WANTED : 0));
  const slot = queue.takeSync();
  const { thread, place } = await dieAt(handle, action, slot, fatalWrite);
  expect(queue.bury(thread)).to.equal(place === undefined ? 'buried' : 'taken over');

  const done = queue.slots.collectDone();
  if (queue.slots.isIn(slot, State.RUNNING, queue.slots.time(slot, 0))) queue.finish(slot, Outcome.RETURNED, 0);
  for (const ended of [...done, ...queue.slots.collectDone()]) queue.release(ended);
  expect(new Set(done).size, place).to.equal(done.length);
  queue.close();
  const entries: number[] = [];
  for (let next = queue.takeSync(); next !== DRAINED; next = queue.takeSync()) {
    entries.push(entryOf(queue, next));
    queue.finishOnly(next, Outcome.RETURNED, 0);
  }
  expectSound(queue, { queued: 0, used: 0, pages: 0 });
  const completed = queue.total(Total.COMPLETED);
  const submitted = entries.includes(99) ? 5 : 4;
  expect(completed, `completed, ${place}`).to.equal(submitted);
  expect(entries, place).to.deep.equal([...entries].sort((a, b) => a - b));
  expect(queue.slots.get(slot, Field.STATE)).to.equal(State.FREE);
  return place;
}

describe('A thread that dies inside the lock', () => {
  for (const action of ['submit', 'take', 'finish', 'extend'] as const) {
    it(`loses nothing at any write of ${action}`, async function () {
      this.timeout(60_000);
      const places: string[] = [];
      for (let write = 1, isOver = false; !isOver; write += AT_ONCE) {
        const writes = Array.from({ length: AT_ONCE }, (_, index) => write + index);
        const found = await Promise.all(writes.map((fatalWrite) => checkDeath(action, fatalWrite)));
        places.push(...found.filter((place) => place !== undefined));
        isOver = found.includes(undefined);
      }
      expect(places.length, places.join('\n')).to.be.above(5);
    });
  }

  it('loses nothing at random moments either', async function () {
    this.timeout(60_000);
    const { kills, takeovers, submitted, ...faults } = await wreakHavoc({ kills: 40, seed: 4 });
    expect(faults).to.deep.equal({ lost: 0, settledTwice: 0, slotsOut: 0, pagesOut: 0, miscounted: 0 });
    expect([kills, submitted > 100, takeovers > 0]).to.deep.equal([40, true, true]);
  });
});
