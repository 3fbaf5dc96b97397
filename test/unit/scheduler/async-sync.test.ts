import { expect } from 'chai';
import { AsyncCondition } from '../../../src/infrastructure/scheduler/sync/async-condition.js';
import { AsyncMutex } from '../../../src/infrastructure/scheduler/sync/async-mutex.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('AsyncMutex', () => {
  it('is handed over in the order of asking, and nobody slips in between', async () => {
    const mutex = new AsyncMutex();
    const order: number[] = [];
    await mutex.lock();
    const waiting = [1, 2, 3].map(async (number) => {
      await mutex.lock();
      order.push(number);
    });
    for (const _ of waiting) {
      mutex.unlock();
      expect(mutex.tryLock()).to.equal(false);
      await turn();
    }
    expect(order).to.deep.equal([1, 2, 3]);
    mutex.unlock();
    expect(mutex.tryLock()).to.equal(true);
  });
});

describe('AsyncCondition', () => {
  async function waiting(count: number) {
    const mutex = new AsyncMutex();
    const condition = new AsyncCondition(mutex);
    const woken: number[] = [];
    const controllers = Array.from({ length: count }, () => new AbortController());
    const waits = controllers.map(async ({ signal }, number) => {
      await mutex.lock();
      await condition.wait(signal);
      expect(mutex.tryLock(), 'the lock is held').to.equal(false);
      woken.push(number);
      mutex.unlock();
    });
    await turn();
    expect(woken).to.deep.equal([]);
    return { condition, woken, controllers, waits };
  }

  it('wakes one for each signal, the first first', async () => {
    const { condition, woken, waits } = await waiting(3);
    for (const expected of [[0], [0, 1], [0, 1, 2]]) {
      condition.notifyOne();
      await turn();
      expect(woken).to.deep.equal(expected);
    }
    condition.notifyOne();
    await Promise.all(waits);
  });

  it('wakes all, each of whom has the lock in turn', async () => {
    const { condition, woken, waits } = await waiting(3);
    condition.notifyAll();
    await Promise.all(waits);
    expect(woken).to.deep.equal([0, 1, 2]);
  });

  it('lets a waiter leave, and wakes the next instead', async () => {
    const { condition, woken, controllers, waits } = await waiting(3);
    controllers[0]?.abort();
    await turn();
    expect(woken).to.deep.equal([0]);
    condition.notifyOne();
    await turn();
    expect(woken).to.deep.equal([0, 1]);
    condition.notifyAll();
    await Promise.all(waits);
  });
});
