import { once } from 'node:events';
import { expect } from 'chai';
import { attachProducer, TaskScheduler } from '../../src/infrastructure/scheduler/task-scheduler.js';
import { MODULE, threadTask } from '../support/scheduler/lanes.js';
import { startThread } from '../support/scheduler/start-thread.js';

describe('TaskScheduler, producers on other threads', () => {
  const produce = (scheduler: TaskScheduler, count: number) =>
    startThread('./producing-thread.mjs', { handle: scheduler.producerHandle(), module: MODULE.href, count });

  it('blocks them while the queue is full, and runs what they submit', async () => {
    const scheduler = new TaskScheduler({ numWorkers: 2, maxQueueSize: 5, lazyThreads: true });
    await scheduler.start();
    const producers = [produce(scheduler, 500), produce(scheduler, 500), produce(scheduler, 500)];
    const accepted = await Promise.all(producers.map((producer) => once(producer, 'message')));
    expect(accepted.flat()).to.deep.equal([500, 500, 500]);
    expect(await scheduler.shutdown()).to.equal(true);
    expect(scheduler.getMetrics()).to.include({ totalCompleted: 1_500, currentQueueDepth: 0 });
  });

  it('answers false to those that block when the shutdown begins', async () => {
    const scheduler = new TaskScheduler({ numWorkers: 1, maxQueueSize: 2 });
    await scheduler.submit({ payload: threadTask('nothing') });
    const producer = produce(scheduler, 10);
    while (scheduler.getMetrics().currentQueueDepth < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await Promise.all([once(producer, 'message'), scheduler.shutdown()])).to.deep.equal([[1], true]);
    expect(scheduler.getMetrics()).to.include({ totalCompleted: 2, totalRejected: 9 });
  });

  it('goes on when one of them dies', async () => {
    const scheduler = new TaskScheduler({ numWorkers: 1, maxQueueSize: 2, lazyThreads: true });
    await scheduler.start();
    for (let time = 0; time < 5; time += 1) {
      const producer = produce(scheduler, 1e9);
      while (scheduler.getMetrics().totalCompleted < 200 * (time + 1))
        await new Promise((resolve) => setTimeout(resolve, 5));
      await producer.terminate();
      expect(await scheduler.run({ payload: threadTask('echo', time) })).to.equal(time);
    }
    expect(await scheduler.shutdown()).to.equal(true);
  });

  it('does not let the scheduler block its own thread', async () => {
    const scheduler = new TaskScheduler({ numWorkers: 1 });
    expect(() => attachProducer(scheduler.producerHandle())).to.throw('A producer blocks');
    await scheduler.shutdown();
  });
});
