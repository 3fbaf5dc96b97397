import { once } from 'node:events';
import { expect } from 'chai';
import { SharedCondition } from '../../../src/infrastructure/scheduler/sync/shared-condition.js';
import { SharedMutex } from '../../../src/infrastructure/scheduler/sync/shared-mutex.js';
import { startThread } from '../../support/scheduler/start-thread.js';

const shared = (length: number) => new Int32Array(new SharedArrayBuffer(length * 4));

/** Whether a promise has settled after all that could settle it has had its turn. */
async function isSettled(promise: Promise<unknown> | undefined): Promise<boolean> {
  const pending = {};
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('SharedMutex', () => {
  let words: Int32Array;
  let mine: SharedMutex;
  let other: SharedMutex;
  beforeEach(() => {
    words = shared(3);
    mine = new SharedMutex(words, 0, 1, 1);
    other = new SharedMutex(words, 0, 1, 2);
  });

  it('has one owner at a time, and names it', () => {
    expect([mine.tryLock(), mine.isHeldBy(1), mine.isHeldBy(2)]).to.deep.equal([true, true, false]);
    expect([other.tryLock(), mine.tryLock()]).to.deep.equal([false, false]);
    mine.unlock();
    expect([mine.isHeldBy(1), other.tryLock(), other.isHeldBy(2)]).to.deep.equal([false, true, true]);
  });

  it('gives up after the time that it was given', () => {
    mine.lock();
    const startedAt = performance.now();
    expect(other.lockWithin(20)).to.equal(false);
    expect(performance.now() - startedAt).to.be.within(15, 500);
    mine.unlock();
    expect(other.lockWithin(0)).to.equal(true);
  });

  it('rings the bell of the home thread when the lock is given back, if it was asked to', async () => {
    other.lock();
    expect(mine.tryLockOrBell()).to.equal(false);
    const bell = mine.sleep();
    expect(await isSettled(bell)).to.equal(false);
    other.unlock();
    await bell;
    expect(mine.tryLockOrBell()).to.equal(true);
  });

  it('rings on unlock once when there is something to tell, and no other time', async () => {
    mine.prepareSleep();
    const bell = mine.sleep();
    other.lock();
    other.unlock();
    expect(await isSettled(bell)).to.equal(false);
    other.lock();
    other.ringOnUnlock();
    expect(await isSettled(bell)).to.equal(false);
    other.unlock();
    await bell;
    mine.prepareSleep();
    other.lock();
    other.unlock();
    const next = mine.sleep();
    expect(await isSettled(next)).to.equal(false);
    mine.ring();
    await next;
  });

  it('does not fall asleep when the bell rang before', () => {
    mine.prepareSleep();
    other.ring();
    expect(mine.sleep()).to.equal(undefined);
  });

  it('can be taken over from its owner, and from nobody else', () => {
    expect(mine.takeOver(2)).to.equal(false);
    other.lock();
    expect([mine.takeOver(3), mine.takeOver(2), mine.isHeldBy(1)]).to.deep.equal([false, true, true]);
    mine.unlock();
    expect(other.tryLock()).to.equal(true);
  });

  it('lets threads count exactly', async () => {
    const cells = shared(2);
    const rounds = 20_000;
    const threads = [1, 2].map(() => startThread('./locking-thread.mjs', { words, cells, rounds }));
    await Promise.all(threads.map((thread) => once(thread, 'exit')));
    expect(cells[1]).to.equal(2 * rounds);
    expect(words[0]).to.equal(0);
  });
});

describe('SharedCondition', () => {
  let words: Int32Array;
  let cells: Int32Array;
  let mutex: SharedMutex;
  let changed: SharedCondition;
  beforeEach(() => {
    words = shared(3);
    cells = shared(2);
    mutex = new SharedMutex(words, 0, 1, 1);
    changed = new SharedCondition(mutex, words, 2, cells, 0);
  });

  /** Waits on the condition; the lock is free again on return. */
  function wait(): Promise<void> {
    mutex.lock();
    return changed.waitUnlocked();
  }

  function signal(act: () => void): void {
    mutex.lock();
    act();
    mutex.unlock();
  }

  it('gives the lock back while it waits', async () => {
    const waiting = wait();
    expect(mutex.tryLock()).to.equal(true);
    changed.notifyOne();
    mutex.unlock();
    await waiting;
  });

  it('wakes the one who has waited longest, or all', async () => {
    const waits = [wait(), wait(), wait(), wait()];
    signal(() => changed.notifyOne());
    await waits[0];
    expect(await Promise.all(waits.map(isSettled))).to.deep.equal([true, false, false, false]);
    signal(() => changed.notifyAll());
    await Promise.all(waits);
  });

  it('remembers no signal that nobody waited for', async () => {
    signal(() => changed.notifyOne());
    const waiting = wait();
    expect(await isSettled(waiting)).to.equal(false);
    signal(() => changed.notifyOne());
    await waiting;
  });

  it('takes its flag down when nobody sleeps any more', async () => {
    const waiting = wait();
    expect(cells[0]).to.equal(1);
    signal(() => changed.notifyOne());
    signal(() => changed.notifyOne());
    expect(cells[0]).to.equal(0);
    await waiting;
  });

  it('wakes a thread that blocks, which has the lock again then', async () => {
    const thread = startThread('./locking-thread.mjs', { words, cells, rounds: 0 });
    await once(thread, 'message');
    const done = once(thread, 'message');
    expect(mutex.lockWithin(5_000)).to.equal(true);
    cells[1] = 1;
    changed.notifyOne();
    mutex.unlock();
    expect(await done).to.deep.equal(['done']);
    expect(words[0]).to.equal(0);
  });
});
