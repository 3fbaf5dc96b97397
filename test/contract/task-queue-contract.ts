import { expect } from 'chai';
import { Priority } from '../../src/domain/task.js';
import type { TaskQueue } from '../../src/infrastructure/scheduler/task-queue.js';
import { seededRandom } from '../support/seeded-random.js';

const { HIGH, MEDIUM, LOW } = Priority;

/** What every task queue does, whatever it is made of. Entries are numbers. */
export function describeTaskQueueContract(name: string, open: (capacity: number) => TaskQueue<number>): void {
  describe(`${name} as a task queue`, () => {
    describeOrder(open);
    describeWaiting(open);
    describeClosing(open);
    describeInterleavings(open);
  });
}

/** Whether a promise has settled after all that could settle it has had its turn. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  void promise.then(() => {
    isSettled = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return !isSettled;
}

async function takeAll(queue: TaskQueue<number>, count: number): Promise<(number | null)[]> {
  const taken: (number | null)[] = [];
  for (let index = 0; index < count; index += 1) taken.push(await queue.take());
  return taken;
}

function describeOrder(open: (capacity: number) => TaskQueue<number>): void {
  it('gives a higher priority first, and the oldest of one priority', async () => {
    const queue = open(10);
    const entries = [LOW, MEDIUM, HIGH, LOW, HIGH, MEDIUM] as const;
    for (const [index, priority] of entries.entries()) await queue.submit(index, priority);
    expect(await takeAll(queue, 6)).to.deep.equal([2, 4, 1, 5, 0, 3]);
  });

  it('gives 10,000 tasks of random priorities in exactly that order', async () => {
    const random = seededRandom(90);
    const queue = open(10_000);
    const priorities = Array.from({ length: 10_000 }, () => [HIGH, MEDIUM, LOW][Math.floor(random() * 3)] ?? LOW);
    await Promise.all(priorities.map((priority, index) => queue.submit(index, priority)));
    const expected = [HIGH, MEDIUM, LOW].flatMap((level) =>
      priorities.flatMap((priority, index) => (priority === level ? [index] : [])),
    );
    expect(await takeAll(queue, 10_000)).to.deep.equal(expected);
  });
}

function describeWaiting(open: (capacity: number) => TaskQueue<number>): void {
  it('lets a producer wait while it is full, and counts what is queued', async () => {
    const queue = open(10);
    for (let entry = 0; entry < 10; entry += 1) expect(await queue.submit(entry, MEDIUM)).to.equal(true);
    const eleventh = queue.submit(10, HIGH);
    expect(await isPending(eleventh)).to.equal(true);
    expect(queue.depth).to.equal(10);
    expect(await queue.take()).to.equal(0);
    expect(await eleventh).to.equal(true);
    expect(queue.depth).to.equal(10);
    expect(await queue.take()).to.equal(10);
  });

  it('lets exactly one of three waiting producers go on for one take, the first of them', async () => {
    const queue = open(1);
    await queue.submit(0, MEDIUM);
    const waiting = [1, 2, 3].map((entry) => queue.submit(entry, MEDIUM));
    for (const entry of [0, 1, 2]) {
      expect(await queue.take()).to.equal(entry);
      expect(await waiting[entry]).to.equal(true);
      const later = await Promise.all(waiting.slice(entry + 1).map(isPending));
      expect(later).to.deep.equal(later.map(() => true));
    }
  });

  it('lets nobody in ahead of a producer that waits', async () => {
    const queue = open(1);
    await queue.submit(0, MEDIUM);
    const early = queue.submit(1, MEDIUM);
    const take = queue.take();
    const late = queue.submit(2, MEDIUM);
    expect(await take).to.equal(0);
    expect(await early).to.equal(true);
    expect(await queue.take()).to.equal(1);
    expect(await late).to.equal(true);
  });

  it('lets consumers wait while it is empty, and serves them in turn', async () => {
    const queue = open(10);
    const takes = [queue.take(), queue.take()];
    expect(await Promise.all(takes.map(isPending))).to.deep.equal([true, true]);
    await queue.submit(1, MEDIUM);
    await queue.submit(2, MEDIUM);
    expect(await Promise.all(takes)).to.have.members([1, 2]);
    expect(queue.depth).to.equal(0);
  });
}

function describeClosing(open: (capacity: number) => TaskQueue<number>): void {
  it('gives null to all consumers that wait when it is closed', async () => {
    const queue = open(10);
    const takes = [1, 2, 3, 4].map(() => queue.take());
    expect(await Promise.all(takes.map(isPending))).to.deep.equal([true, true, true, true]);
    queue.close();
    expect(await Promise.all(takes)).to.deep.equal([null, null, null, null]);
  });

  it('gives what is left after it was closed, and then null', async () => {
    const queue = open(10);
    await queue.submit(1, LOW);
    await queue.submit(2, HIGH);
    queue.close();
    expect(await takeAll(queue, 4)).to.deep.equal([2, 1, null, null]);
  });

  it('refuses producers that wait or come when it is closed, and counts them', async () => {
    const queue = open(1);
    await queue.submit(1, MEDIUM);
    const waiting = [queue.submit(2, MEDIUM), queue.submit(3, MEDIUM)];
    expect(await Promise.all(waiting.map(isPending))).to.deep.equal([true, true]);
    queue.close();
    expect(await Promise.all([...waiting, queue.submit(4, HIGH)])).to.deep.equal([false, false, false]);
    expect(queue.rejected).to.equal(3);
    expect(await takeAll(queue, 2)).to.deep.equal([1, null]);
  });

  it('can be closed twice', async () => {
    const queue = open(1);
    queue.close();
    queue.close();
    expect(await queue.take()).to.equal(null);
  });
}

function describeInterleavings(open: (capacity: number) => TaskQueue<number>): void {
  it('wakes everybody who can go on, in thousands of random interleavings', async () => {
    for (let seed = 1; seed <= 40; seed += 1) await interleave(open, seed);
  });
}

/** Producers and consumers meet at a small queue, in an order that `seed` decides; a lost wake-up would hang this. */
async function interleave(open: (capacity: number) => TaskQueue<number>, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const capacity = 1 + Math.floor(random() * 3);
  const queue = open(capacity);
  const submissions: Promise<boolean>[] = [];
  const takes: Promise<number | null>[] = [];
  for (let step = 0; step < 250; step += 1) {
    const priority = [HIGH, MEDIUM, LOW][Math.floor(random() * 3)] ?? LOW;
    if (random() < 0.5) submissions.push(queue.submit(step, priority));
    else takes.push(queue.take());
    if (random() < 0.3) await (random() < 0.5 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)));
    expect(queue.depth).to.be.at.most(capacity);
  }
  while (takes.length < submissions.length) takes.push(queue.take());
  expect(await Promise.all(submissions)).to.deep.equal(submissions.map(() => true));
  queue.close();
  const taken = (await Promise.all(takes)).filter((entry) => entry !== null);
  expect(new Set(taken).size, `seed ${seed}`).to.equal(submissions.length);
}
