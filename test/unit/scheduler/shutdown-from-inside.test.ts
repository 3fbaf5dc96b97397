import { expect } from 'chai';
import { TaskScheduler } from '../../../src/infrastructure/scheduler/task-scheduler.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('TaskScheduler, shutdown by a closure of its own', () => {
  let scheduler: TaskScheduler;
  beforeEach(async () => {
    scheduler = new TaskScheduler({ numWorkers: 2, lazyThreads: true });
    await scheduler.start();
  });

  it('begins the shutdown, does not wait, and loses nothing that is queued', async () => {
    const ran: unknown[] = [];
    const inside = scheduler.run({
      payload: async () => {
        await turn();
        ran.push(await scheduler.shutdown());
        ran.push(await scheduler.submit({ payload: () => ran.push('too late') }));
      },
    });
    const queued = [1, 2, 3].map((value) => scheduler.submit({ payload: () => ran.push(value) }));
    expect(await Promise.all(queued)).to.deep.equal([true, true, true]);
    await inside;
    expect(await scheduler.shutdown()).to.equal(true);
    expect(ran).to.have.members([1, 2, 3, false, false]);
    expect(scheduler.getMetrics()).to.include({ totalCompleted: 4, totalRejected: 1 });
  });

  it('does not hang when two closures do it, and somebody outside', async () => {
    const inside = [1, 2].map((value) => scheduler.run({ payload: () => scheduler.shutdown().then(() => value) }));
    expect(await Promise.all([...inside, scheduler.shutdown()])).to.deep.equal([1, 2, true]);
  });

  it('does not hang when the closure that submitted the caller waits for it', async () => {
    const outer = scheduler.run({
      payload: () =>
        scheduler.run({
          payload: async () => {
            await turn();
            return scheduler.shutdown();
          },
        }),
    });
    expect(await outer).to.equal(false);
    expect(await scheduler.shutdown()).to.equal(true);
  });

  it('does not hang when any other closure waits for the caller, running or queued', async () => {
    const caller: Promise<unknown> = scheduler.run({ payload: () => turn().then(() => scheduler.shutdown()) });
    const waiting = [1, 2, 3].map(() => scheduler.run({ payload: () => caller }));
    expect(await Promise.all([caller, ...waiting])).to.deep.equal([false, false, false, false]);
    expect(await scheduler.shutdown()).to.equal(true);
  });

  it('does not hang when a closure waits for one of another scheduler that does it', async () => {
    const other = new TaskScheduler({ numWorkers: 1, lazyThreads: true });
    await other.start();
    const payload = () => other.run({ payload: () => turn().then(() => scheduler.shutdown()) });
    expect(await scheduler.run({ payload })).to.equal(false);
    expect(await Promise.all([scheduler.shutdown(), other.shutdown()])).to.deep.equal([true, true]);
  });

  it('waits as from outside when the closure that the call came from has ended', async () => {
    const answers: Promise<boolean>[] = [];
    await scheduler.run({ payload: () => void setImmediate(() => answers.push(scheduler.shutdown())) });
    await turn();
    expect(await Promise.all(answers)).to.deep.equal([true]);
  });

  it('lets a closure shut down another scheduler, and waits for that', async () => {
    const other = new TaskScheduler({ numWorkers: 1, lazyThreads: true });
    const last = other.run({ payload: () => turn().then(() => 'ran') });
    expect(await scheduler.run({ payload: () => other.shutdown() })).to.equal(true);
    expect(await last).to.equal('ran');
    await scheduler.shutdown();
  });

  it('runs no closure before the caller of start or shutdown goes on', async () => {
    const order: string[] = [];
    const fresh = new TaskScheduler({ numWorkers: 1, lazyThreads: true });
    await fresh.submit({ payload: () => void order.push('closure', String(fresh.getMetrics().currentQueueDepth)) });
    const over = fresh.shutdown();
    order.push('caller');
    await over;
    expect(order).to.deep.equal(['caller', 'closure', '0']);
    await scheduler.shutdown();
  });

  it('knows only the first part of a closure without asyncContext', async () => {
    const untracked = new TaskScheduler({ numWorkers: 1, lazyThreads: true, asyncContext: false });
    await untracked.start();
    expect(await untracked.run({ payload: () => untracked.shutdown() })).to.equal(false);
    expect(await untracked.shutdown()).to.equal(true);
    await scheduler.shutdown();
  });
});
