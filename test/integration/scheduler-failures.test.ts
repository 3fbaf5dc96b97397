import { once } from 'node:events';
import { expect } from 'chai';
import { TaskScheduler, type TaskSchedulerOptions } from '../../src/infrastructure/scheduler/task-scheduler.js';
import { rejection } from '../support/rejection.js';
import { LANES, MODULE, startGate } from '../support/scheduler/lanes.js';
import { startThread } from '../support/scheduler/start-thread.js';

/** A scheduler of one worker that notes every failure it tells. */
function noting(options: Partial<TaskSchedulerOptions> = {}) {
  const told: [id: string, message: string][] = [];
  const onFailure = (error: unknown, id: string) => void told.push([id, (error as Error).message]);
  return { told, scheduler: new TaskScheduler({ numWorkers: 1, lazyThreads: true, onFailure, ...options }) };
}

for (const lane of LANES) {
  describe(`TaskScheduler, failures that nobody waits for, in the ${lane.name} lane`, () => {
    it('tells each once, also those that a shutdown cuts off, but not what was refused or waited for', async () => {
      const { told, scheduler } = noting({ maxQueueSize: 2 });
      await scheduler.start();
      const first = startGate(scheduler, lane.gate);
      await first.began;
      await scheduler.submit({ id: 'submitted', payload: lane.fail('one') });
      expect(scheduler.trySubmit({ id: 'tried', payload: lane.fail('two') })).to.equal(true);
      const refused = scheduler.submit({ id: 'cancelled', payload: lane.fail('x'), signal: AbortSignal.abort() });
      expect(await rejection(refused)).to.include({ code: 'TASK_CANCELLED' });
      first.open();
      await rejection(scheduler.run({ id: 'waited for', payload: lane.fail('three') }));
      const stuck = startGate(scheduler, lane.stubbornGate);
      await stuck.began;
      await scheduler.submit({ id: 'cut off', payload: lane.echo(1) });
      const late = Array.from({ length: 3 }, () => scheduler.submit({ id: 'late', payload: lane.echo(1) }));
      expect(await scheduler.shutdown({ timeoutMs: 0 })).to.equal(false);
      expect(await Promise.all(late)).to.deep.equal([true, false, false]);
      await new Promise((resolve) => setImmediate(resolve));
      const cutOff = 'Cut off by the shutdown of the scheduler';
      expect(told).to.deep.equal([
        ['submitted', 'one'],
        ['tried', 'two'],
        ['cut off', cutOff],
        ['late', cutOff],
      ]);
    });

    const listeners = {
      throws: () => {
        throw new Error('the listener itself');
      },
      rejects: () => Promise.reject(new Error('the listener itself')),
    };
    for (const [what, onFailure] of Object.entries(listeners)) {
      it(`warns, and goes on, when onFailure ${what}`, async () => {
        const warned = once(process, 'warning') as Promise<[Error]>;
        const { scheduler } = noting({ onFailure });
        await scheduler.start();
        await scheduler.submit({ id: 'bad', payload: lane.fail('x') });
        const [warning] = await warned;
        expect(warning.name).to.equal('TaskSchedulerWarning');
        expect(warning.message).to.match(/^onFailure failed itself, on task bad: Error: the listener itself\n/);
        expect(await scheduler.run({ payload: lane.echo('next') })).to.equal('next');
        expect(await scheduler.shutdown()).to.equal(true);
      });
    }
  });
}

describe('TaskScheduler, failures of tasks from other threads', () => {
  type Submitted = { id?: string; export: string; args?: unknown[] };
  async function produce(scheduler: TaskScheduler, tasks: readonly Submitted[]) {
    const data = { handle: scheduler.producerHandle(), module: MODULE.href, tasks };
    const producer = startThread('./listing-producer.mjs', data);
    await once(producer, 'message');
  }

  it('tells what they threw, how their thread died, and their ids', async () => {
    const { told, scheduler } = noting();
    await scheduler.start();
    await produce(scheduler, [
      { id: 'größe', export: 'fail', args: ['x'.repeat(10_000)] },
      { id: 'fine', export: 'echo', args: ['y'] },
      { id: 'exits', export: 'exit', args: [3] },
      { export: 'fail', args: ['nameless'] },
    ]);
    expect(await scheduler.shutdown()).to.equal(true);
    expect(told.map(([id]) => id)).to.deep.equal(['größe', 'exits', told[2]?.[0]]);
    expect(told[2]?.[0]).to.match(/^task-\d+-of-thread-\d+$/);
    expect(told.map(([, message]) => message)).to.deep.equal([
      'x'.repeat(10_000),
      'The worker thread died (exit) while it ran task exits',
      'nameless',
    ]);
    expect(scheduler.getMetrics()).to.include({ totalCompleted: 4, totalFailed: 3 });
  });

  it('tells which ones a shutdown cut off, running or queued, and runs none of them later', async () => {
    const { told, scheduler } = noting({ maxQueueSize: 10 });
    await produce(scheduler, [
      { id: 'running', export: 'spin' },
      { id: 'first', export: 'echo', args: [1] },
      { id: 'second', export: 'echo', args: [2] },
    ]);
    await scheduler.start();
    while (scheduler.getMetrics().currentQueueDepth !== 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await scheduler.shutdown({ timeoutMs: 20 })).to.equal(false);
    while (told.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(told.map(([id]) => id)).to.have.members(['running', 'first', 'second']);
    expect(new Set(told.map(([, message]) => message))).to.deep.equal(
      new Set(['Cut off by the shutdown of the scheduler']),
    );
    expect(scheduler.getMetrics()).to.include({ totalCompleted: 1, totalFailed: 1, currentQueueDepth: 0 });
  });

  it('answers false to a producer that attaches after the shutdown', async () => {
    const scheduler = new TaskScheduler({ numWorkers: 1, lazyThreads: true });
    await scheduler.shutdown();
    const handle = scheduler.producerHandle();
    const producer = startThread('./producing-thread.mjs', { handle, module: MODULE.href, count: 3 });
    expect(await once(producer, 'message')).to.deep.equal([0]);
  });
});
