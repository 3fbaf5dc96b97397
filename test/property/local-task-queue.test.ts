import { expect } from 'chai';
import { Priority } from '../../src/domain/task.js';
import { LocalTaskQueue } from '../../src/infrastructure/scheduler/local-task-queue.js';
import { PROPERTY_SEED, propertyRuns, SEEDED } from '../support/property-seed.js';
import { seededRandom } from '../support/seeded-random.js';

const PRIORITIES = [Priority.HIGH, Priority.MEDIUM, Priority.LOW] as const;

interface Entry {
  readonly number: number;
  key: number;
  index: number;
}

/** What became of one entry: where it went says that it went there only once. */
type Fate = 'taken' | 'removed' | 'refused' | 'withdrawn';

/**
 * Producers, consumers and cancellers meet at a small queue, in an order that `seed` decides, until it is closed. A lost
 * wake-up would leave somebody waiting, and so hang it.
 *
 * @returns what must be true of the whole
 */
async function interleave(seed: number): Promise<{ readonly fates: readonly (Fate | undefined)[]; rejected: number }> {
  const random = seededRandom(seed);
  const capacity = 1 + Math.floor(random() * 3);
  const queue = new LocalTaskQueue<Entry>(capacity);
  const entries: Entry[] = [];
  const fates: (Fate | undefined)[] = [];
  const newEntry = () => {
    const entry = { number: fates.push(undefined) - 1, key: 0, index: -1 };
    entries.push(entry);
    return entry;
  };
  const settle = ({ number }: Entry, fate: Fate) => {
    expect(fates[number], `seed ${seed}: the second fate of ${number} is ${fate}`).to.equal(undefined);
    fates[number] = fate;
  };
  const waiting = { submits: [] as Promise<unknown>[], takes: [] as Promise<unknown>[] };
  const cancels: AbortController[] = [];
  const submit = () => {
    const entry = newEntry();
    const cancel = new AbortController();
    cancels.push(cancel);
    const signal = random() < 0.5 ? cancel.signal : undefined;
    const submitted = queue.submit(entry, PRIORITIES[Math.floor(random() * 3)] ?? Priority.LOW, signal);
    const answered = submitted.then(
      (isQueued) => isQueued || settle(entry, 'refused'),
      () => settle(entry, 'withdrawn'),
    );
    waiting.submits.push(answered);
  };
  const trySubmit = () => {
    const entry = newEntry();
    const answer = queue.trySubmit(entry, Priority.MEDIUM);
    if (answer !== true) settle(entry, answer === false ? 'refused' : 'withdrawn');
  };
  const take = () => waiting.takes.push(queue.take().then((entry) => entry === null || settle(entry, 'taken')));
  const remove = () => {
    const entry = entries[Math.floor(random() * entries.length)];
    if (entry === undefined || entry.index < 0) return;
    queue.remove(entry);
    settle(entry, 'removed');
  };
  const cancel = () => cancels[Math.floor(random() * cancels.length)]?.abort();
  const actions = [submit, submit, submit, take, take, trySubmit, remove, cancel];
  const steps = 5 + Math.floor(random() * 25);
  for (let step = 0; step < steps; step += 1) {
    actions[Math.floor(random() * actions.length)]?.();
    for (let turns = Math.floor(random() * 3); turns > 0; turns -= 1) await Promise.resolve();
    expect(queue.depth, `seed ${seed}`).to.be.at.most(capacity);
  }
  if (random() < 0.5) {
    // Nobody must need the end to be woken: as many takes as entries let every producer in, and find all of them.
    const submitted = waiting.submits.length;
    while (waiting.takes.length < submitted + fates.length) take();
    expect(await settleSoon(waiting.submits), `seed ${seed}: a producer is not woken`).to.equal(true);
  }
  queue.close();
  for (let left = queue.depth; left > 0; left -= 1) take();
  expect(await settleSoon([...waiting.submits, ...waiting.takes]), `seed ${seed}: somebody is not woken`).to.equal(
    true,
  );
  return { fates, rejected: queue.rejected };
}

/** Whether all of them settle when everything that is under way has had its turn. */
async function settleSoon(promises: readonly Promise<unknown>[]): Promise<boolean> {
  let left = promises.length;
  for (const promise of promises) void promise.then(() => (left -= 1));
  for (let turn = 0; turn < 10 && left > 0; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return left === 0;
}

describe('LocalTaskQueue', function () {
  this.timeout(600_000);

  it(`gives every entry one fate in 10,000 interleavings, and leaves nobody waiting ${SEEDED}`, async () => {
    const seen = new Map<Fate | undefined, number>();
    for (let run = 0; run < propertyRuns(10_000); run += 1) {
      const { fates, rejected } = await interleave(PROPERTY_SEED + run);
      for (const fate of fates) seen.set(fate, (seen.get(fate) ?? 0) + 1);
      expect(rejected).to.equal(fates.filter((fate) => fate === 'refused').length);
    }
    expect([...seen.keys()]).to.have.members(['taken', 'removed', 'refused', 'withdrawn']);
  });
});
