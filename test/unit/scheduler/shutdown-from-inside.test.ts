import { expect } from 'chai';
import { TaskScheduler } from '../../../src/infrastructure/scheduler/task-scheduler.js';

describe('TaskScheduler, shutdown by a task of its own', () => {
  it('does not wait for that task, but for all others', async () => {
    const scheduler = new TaskScheduler({ numWorkers: 1, lazyThreads: true });
    const ran: string[] = [];
    const first = scheduler.run({
      payload: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        await scheduler.shutdown();
        ran.push('inside');
      },
    });
    const second = scheduler.run({ payload: () => ran.push('queued') });
    await scheduler.start();
    await Promise.all([first, second]);
    expect(ran).to.deep.equal(['queued', 'inside']);
    expect(await scheduler.shutdown()).to.equal(true);
  });

  it('does not hang when two tasks do it, and somebody outside', async () => {
    const scheduler = new TaskScheduler({ numWorkers: 2, lazyThreads: true });
    await scheduler.start();
    const inside = [1, 2].map((value) => scheduler.run({ payload: () => scheduler.shutdown().then(() => value) }));
    expect(await Promise.all([...inside, scheduler.shutdown()])).to.deep.equal([1, 2, true]);
  });
});
