import { expect } from 'chai';
import {
  TaskScheduler,
  type TaskSchedulerOptions,
  WorkerDiedError,
} from '../../src/infrastructure/scheduler/task-scheduler.js';
import { rejection } from '../support/rejection.js';
import { startGate, threadTask } from '../support/scheduler/lanes.js';

describe('TaskScheduler, threads', () => {
  let scheduler: TaskScheduler;
  const open = async (options: Partial<TaskSchedulerOptions> = {}) => {
    scheduler = new TaskScheduler({ numWorkers: 2, ...options });
    await scheduler.start();
    return scheduler;
  };
  afterEach(() => scheduler.shutdown({ timeoutMs: 0 }));

  it('fails the one of 50 tasks that ends its thread, and no other', async () => {
    await open();
    const runs = Array.from({ length: 50 }, (_, index) =>
      scheduler.run({ payload: index === 20 ? threadTask('exit', 0) : threadTask('echo', index) }),
    );
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(49);
    const died = await rejection(runs[20] ?? Promise.resolve());
    expect(died).to.be.instanceOf(WorkerDiedError).and.to.include({ code: 'WORKER_DIED', cause: 'exit', exitCode: 0 });
    const { totalCompleted, totalFailed, currentQueueDepth } = scheduler.getMetrics();
    expect([totalCompleted, totalFailed, currentQueueDepth]).to.deep.equal([50, 1, 0]);
    expect(await scheduler.run({ payload: threadTask('echo', 'after') })).to.equal('after');
  });

  it('tells a thread that ran out of memory', async () => {
    await open({ numWorkers: 1, resourceLimits: { maxOldGenerationSizeMb: 24 } });
    const died = await rejection(scheduler.run({ payload: threadTask('exhaustMemory') }));
    expect(died).to.include({ code: 'WORKER_DIED', cause: 'oom' });
    expect(await scheduler.run({ payload: threadTask('echo', 1) })).to.equal(1);
  });

  it('charges a stray error to the task that runs, with the error itself', async () => {
    await open({ numWorkers: 1 });
    const died = await rejection(scheduler.run({ payload: threadTask('strayThrow') }));
    expect(died).to.include({ code: 'WORKER_DIED', cause: 'error' });
    expect((died as WorkerDiedError).uncaught)
      .to.be.instanceOf(Error)
      .and.to.include({ message: 'stray' });
  });

  it('replaces a thread that loops for ever past its time limit, and runs the five tasks behind it', async () => {
    await open({ numWorkers: 1, cancelGraceMs: 20 });
    const late = rejection(scheduler.run({ payload: threadTask('spin'), timeoutMs: 30 }));
    const behind = [1, 2, 3, 4, 5].map((value) => scheduler.run({ payload: threadTask('echo', value) }));
    expect(await late).to.include({ code: 'TASK_TIMEOUT', timeoutMs: 30 });
    expect(await Promise.all(behind)).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('discards a thread in which a module failed to load, and tells each task why', async () => {
    await open({ numWorkers: 1 });
    const broken = { module: new URL('../support/scheduler/broken-module.mjs', import.meta.url), export: 'any' };
    const before = await scheduler.run({ payload: threadTask('thread') });
    for (let time = 0; time < 3; time += 1) {
      const error = await rejection(scheduler.run({ payload: broken }));
      expect(error).to.include({ name: 'ModuleLoadError', code: 'MODULE_LOAD_FAILED' });
      expect(error.message).to.contain('does not like to be loaded');
    }
    expect(await scheduler.run({ payload: threadTask('thread') })).to.not.equal(before);
  });

  it('keeps the thread when a module or an export does not exist', async () => {
    await open({ numWorkers: 1 });
    const before = await scheduler.run({ payload: threadTask('thread') });
    const missing = await rejection(scheduler.run({ payload: { module: '/nowhere/at/all.mjs' } }));
    expect(missing).to.include({ code: 'MODULE_LOAD_FAILED' });
    const noExport = await rejection(scheduler.run({ payload: threadTask('noSuchExport') }));
    expect(noExport.message).to.contain('exports no function named noSuchExport');
    expect(await scheduler.run({ payload: threadTask('thread') })).to.equal(before);
  });

  it('carries arguments and results of a megabyte and more', async () => {
    await open({ bufferBytes: 8 * 2 ** 20 });
    const large = Buffer.alloc(2 ** 20 + 17, 'leasehold');
    const echoed = await scheduler.run<Uint8Array>({ payload: threadTask('echo', large) });
    expect(Buffer.compare(large, echoed)).to.equal(0);
    const many = Array.from({ length: 30 }, () => scheduler.run({ payload: threadTask('length', large) }));
    expect(new Set(await Promise.all(many))).to.deep.equal(new Set([large.length]));
    // More than all pages: comes by message.
    expect(await scheduler.run<Uint8Array>({ payload: threadTask('bytes', 20 * 2 ** 20) })).to.have.length(
      20 * 2 ** 20,
    );
  });

  it('refuses arguments that are larger than the whole buffer, or cannot be sent', async () => {
    await open({ bufferBytes: 2 ** 20 });
    const tooLarge = scheduler.submit({ payload: threadTask('length', Buffer.alloc(4 * 2 ** 20)) });
    expect(await rejection(tooLarge)).to.include({ code: 'TASK_TOO_LARGE' });
    const closure = scheduler.submit({ payload: threadTask('echo', () => 1) });
    expect(await rejection(closure)).to.include({ code: 'UNSERIALIZABLE' });
    expect(scheduler.getMetrics().currentQueueDepth).to.equal(0);
  });

  it('rejects a task whose result cannot be sent, and keeps its thread', async () => {
    await open({ numWorkers: 1 });
    const before = await scheduler.run({ payload: threadTask('thread') });
    expect(await rejection(scheduler.run({ payload: threadTask('closure') }))).to.include({ code: 'UNSERIALIZABLE' });
    expect(await scheduler.run({ payload: threadTask('thread') })).to.equal(before);
  });

  it('brings over errors with name, code, cause and other properties, and thrown values as they are', async () => {
    await open();
    const error = await rejection(scheduler.run({ payload: threadTask('fail', 'why') }));
    expect(error)
      .to.be.instanceOf(TypeError)
      .and.to.deep.include({ message: 'why', code: 'E_TEST', detail: { n: 1 } });
    expect(error.stack).to.contain('thread-tasks.mjs');
    expect(error.cause).to.be.instanceOf(Error).and.to.include({ message: 'the reason' });
    const [outcome] = await Promise.allSettled([scheduler.run({ payload: threadTask('throwValue', { a: [1] }) })]);
    expect(outcome).to.deep.equal({ status: 'rejected', reason: { a: [1] } });
  });

  it('starts threads only as they are needed, if told so', async () => {
    await open({ numWorkers: 4, lazyThreads: true });
    const seen = new Set<unknown>();
    for (let time = 0; time < 5; time += 1) seen.add(await scheduler.run({ payload: threadTask('thread') }));
    expect(seen.size).to.equal(1);
    const gates = [1, 2, 3].map(() => startGate(scheduler, threadTask('gate')));
    await Promise.all(gates.map(({ began }) => began));
    for (const gate of gates) gate.open();
    await Promise.all(gates.map(({ handle }) => handle.result));
  });

  it('tells when threads have nothing to do', async () => {
    await open({ lazyThreads: true });
    const told: number[] = [];
    const end = scheduler.onIdleCapacity((free) => told.push(free));
    expect(scheduler.idleCapacity).to.equal(2);
    const gates = [1, 2, 3].map(() => startGate(scheduler, threadTask('gate')));
    expect(scheduler.idleCapacity).to.equal(0);
    await gates[1]?.began;
    for (const gate of gates) {
      await gate.began;
      gate.open();
      await gate.handle.result;
    }
    await scheduler.run({ payload: threadTask('nothing') });
    expect(scheduler.idleCapacity).to.equal(2);
    expect(told.at(-1)).to.equal(2);
    end();
  });

  it('lets timers of a module go on between tasks with idle: async', async () => {
    await open({ numWorkers: 1, idle: 'async' });
    await scheduler.run({ payload: threadTask('startTicking') });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await scheduler.run({ payload: threadTask('countTicks') })).to.be.above(2);
  });
});
