import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { TaskScheduler } from '../../src/infrastructure/scheduler/task-scheduler.js';
import { rejection } from '../support/rejection.js';
import { LANES, startGate, threadTask } from '../support/scheduler/lanes.js';

for (const lane of LANES) {
  describe(`TaskScheduler, cutting off in the ${lane.name} lane`, () => {
    let scheduler: TaskScheduler;
    beforeEach(async () => {
      scheduler = new TaskScheduler({ numWorkers: 1, maxQueueSize: 1, lazyThreads: true, cancelGraceMs: 50 });
      await scheduler.start();
    });
    afterEach(() => scheduler.shutdown({ timeoutMs: 0 }));

    it('takes a cancelled task out of the queue and makes room at once', async () => {
      const first = startGate(scheduler, lane.gate);
      await first.began;
      const controller = new AbortController();
      const queued = rejection(scheduler.run({ payload: lane.echo(1), signal: controller.signal }));
      const behind = scheduler.submit({ payload: lane.echo(2) });
      controller.abort(new Error('changed my mind'));
      const error = await queued;
      expect(error).to.include({ name: 'AbortError', code: 'TASK_CANCELLED' });
      expect(error.cause).to.include({ message: 'changed my mind' });
      expect(await behind).to.equal(true);
      expect(scheduler.getMetrics()).to.include({ currentQueueDepth: 1, totalCompleted: 0 });
      first.open();
    });

    it('takes a cancelled task out of the line of those who wait for room', async () => {
      const first = startGate(scheduler, lane.gate);
      await first.began;
      await scheduler.submit({ payload: lane.echo(1) });
      const controller = new AbortController();
      const waiting = rejection(scheduler.submit({ payload: lane.echo(2), signal: controller.signal }));
      const behind = scheduler.submit({ payload: lane.echo(3) });
      controller.abort();
      expect(await waiting).to.include({ code: 'TASK_CANCELLED' });
      first.open();
      expect(await behind).to.equal(true);
    });

    it('tells only who wants to know, when a task is cancelled that waits for room', async () => {
      const first = startGate(scheduler, lane.gate);
      await first.began;
      await scheduler.submit({ payload: lane.echo(1) });
      const controller = new AbortController();
      const running = rejection(scheduler.run({ payload: lane.echo(2), signal: controller.signal }));
      const handle = scheduler.startTask({ payload: lane.echo(3) });
      controller.abort();
      expect(await running).to.include({ code: 'TASK_CANCELLED' });
      expect(await handle.terminate()).to.equal(true);
      expect(await rejection(handle.result)).to.include({ code: 'TASK_TERMINATED' });
      first.open();
      expect(await scheduler.run({ payload: lane.echo(4) })).to.equal(4); // and no rejection was left unhandled
    });

    it('watches one signal for 1,000 tasks with one listener, and leaves none behind', async () => {
      const { signal } = new AbortController();
      const warnings: Error[] = [];
      const listen = (warning: Error) => warnings.push(warning);
      process.on('warning', listen);
      const ran = Array.from({ length: 1_000 }, (_, value) => scheduler.run({ payload: lane.echo(value), signal }));
      expect(getEventListeners(signal, 'abort')).to.have.length(1);
      expect(await Promise.all(ran)).to.deep.equal(ran.map((_, value) => value));
      await new Promise((resolve) => setImmediate(resolve));
      process.off('warning', listen);
      expect(warnings).to.deep.equal([]);
      expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
    });

    it('cancels all tasks of one signal, wherever they are', async () => {
      const controller = new AbortController();
      const { signal } = controller;
      const running = startGate(scheduler, lane.gate, { signal });
      await running.began;
      const others = [1, 2, 3].map((value) => rejection(scheduler.run({ payload: lane.echo(value), signal })));
      controller.abort();
      const errors = await Promise.all([rejection(running.handle.result), ...others]);
      expect(errors.map((error) => 'code' in error && error.code)).to.deep.equal(Array(4).fill('TASK_CANCELLED'));
      expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
    });

    it('names a task by its id, given or made up, wherever it was when it was cut off', async () => {
      const running = startGate(scheduler, lane.gate);
      await running.began;
      const named = scheduler.startTask({ id: 'mine', payload: lane.echo(1) });
      const waiting = [1, 2].map(() => scheduler.startTask({ payload: lane.echo(2) }));
      const handles = [running.handle, named, ...waiting];
      const ids = handles.map(({ id }) => id);
      expect(new Set(ids).size).to.equal(4);
      expect(ids.filter((id) => /^task-\d+$/.test(id))).to.have.length(3);
      const errors = handles.map(({ result }) => rejection(result));
      for (const handle of handles.toReversed()) await handle.terminate();
      const messages = (await Promise.all(errors)).map(({ message }) => message);
      expect(messages).to.deep.equal(ids.map((id) => `Task ${id} was terminated`));
      expect(handles.map(({ id }) => id)).to.deep.equal(ids);
    });

    it('refuses a task whose signal has aborted before', async () => {
      const run = scheduler.run({ payload: lane.echo(1), signal: AbortSignal.abort() });
      expect(await rejection(run)).to.include({ code: 'TASK_CANCELLED' });
    });

    it('aborts the signal of a running task', async () => {
      const controller = new AbortController();
      const running = startGate(scheduler, lane.gate, { signal: controller.signal });
      await running.began;
      controller.abort(new Error('stop'));
      expect(await rejection(running.handle.result)).to.include({ code: 'TASK_CANCELLED' });
      expect(await scheduler.run({ payload: lane.echo('next') })).to.equal('next');
      expect(scheduler.getMetrics()).to.include({ totalCompleted: 2, totalFailed: 1 });
    });

    it('limits the time from when a worker takes the task', async () => {
      const first = startGate(scheduler, lane.gate);
      await first.began;
      const limited = startGate(scheduler, lane.gate, { timeoutMs: 40 });
      await new Promise((resolve) => setTimeout(resolve, 60));
      first.open();
      await limited.began;
      expect(await rejection(limited.handle.result)).to.include({ code: 'TASK_TIMEOUT' });
    });

    it('rejects after the grace a task that is deaf to its signal', async () => {
      const deaf = startGate(scheduler, lane.stubbornGate, { timeoutMs: 20 });
      expect(await rejection(deaf.handle.result)).to.include({ code: 'TASK_TIMEOUT' });
    });

    it('aborts by hand without ending anything', async () => {
      const running = startGate(scheduler, lane.gate);
      await running.began;
      running.handle.abort(new Error('by hand'));
      expect(await rejection(running.handle.result)).to.be.instanceOf(Error);
      expect(await running.handle.terminate()).to.equal(true);
    });
  });
}

describe('TaskScheduler, ending threads', () => {
  let scheduler: TaskScheduler;
  beforeEach(async () => {
    scheduler = new TaskScheduler({ numWorkers: 1 });
    await scheduler.start();
  });
  afterEach(() => scheduler.shutdown());

  it('ends a thread that burns CPU, and says that it has ended', async () => {
    const running = startGate(scheduler, threadTask('beginAndSpin'));
    await running.began;
    const result = rejection(running.handle.result);
    expect(await running.handle.terminate(new Error('enough'))).to.equal(true);
    expect(await result).to.include({ code: 'TASK_TERMINATED' });
    expect((await result).cause).to.include({ message: 'enough' });
  });

  it('says that a thread is stuck in a native call, and works on with another', async () => {
    const running = scheduler.startTask({ payload: threadTask('nativeCall', 6_000_000), timeoutMs: 60_000 });
    await running.accepted;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const result = rejection(running.result);
    expect(await running.terminate()).to.equal(false);
    expect(await result).to.include({ code: 'TASK_TERMINATED' });
    expect(await scheduler.run({ payload: threadTask('echo', 'next') })).to.equal('next');
  });

  it('never ends the task that came after the one to be ended', async () => {
    for (let time = 0; time < 60; time += 1) {
      const first = scheduler.startTask({ payload: threadTask('spin', time % 3) });
      const second = scheduler.run({ payload: threadTask('spin', 1) });
      await first.accepted;
      if (time % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      await first.terminate();
      expect(await second).to.equal('spun');
    }
  });
});
