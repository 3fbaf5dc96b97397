import { expect } from 'chai';
import {
  Priority,
  type Task,
  TaskScheduler,
  type TaskSchedulerOptions,
} from '../../src/infrastructure/scheduler/task-scheduler.js';
import { rejection } from '../support/rejection.js';
import { LANES, startGate, type TestLane } from '../support/scheduler/lanes.js';

const { HIGH, MEDIUM, LOW } = Priority;

for (const lane of LANES) {
  describe(`TaskScheduler, ${lane.name} lane`, () => {
    const open: TaskScheduler[] = [];
    const schedulerWith = (options: Partial<TaskSchedulerOptions> = {}) => {
      const scheduler = new TaskScheduler({ numWorkers: 1, lazyThreads: true, ...options });
      open.push(scheduler);
      return scheduler;
    };
    afterEach(() => Promise.all(open.splice(0).map((scheduler) => scheduler.shutdown({ timeoutMs: 0 }))));

    describeRunning(lane, schedulerWith);
    describeMetrics(lane, schedulerWith);
    describeShutdown(lane, schedulerWith);
  });
}

type Open = (options?: Partial<TaskSchedulerOptions>) => TaskScheduler;

function describeRunning(lane: TestLane, schedulerWith: Open): void {
  it('runs what was submitted before the start by priority', async () => {
    const scheduler = schedulerWith();
    const order: unknown[] = [];
    const runs = ([LOW, MEDIUM, HIGH, MEDIUM] as const).map(async (priority, index) => {
      order.push(await scheduler.run({ priority, payload: lane.echo(index) }));
    });
    await scheduler.start();
    await Promise.all(runs);
    expect(order).to.deep.equal([2, 1, 3, 0]);
  });

  it('runs 2,000 tasks on one worker in the exact order', async () => {
    const scheduler = schedulerWith({ maxQueueSize: 2_000 });
    const order: unknown[] = [];
    const tasks = Array.from({ length: 2_000 }, (_, index) => ({
      index,
      priority: ((index * 7) % 3) as Task['priority'],
    }));
    const runs = tasks.map(async ({ index, priority = MEDIUM }) => {
      order.push(await scheduler.run({ priority, payload: lane.echo(index) }));
    });
    await scheduler.start();
    await Promise.all(runs);
    const sorted = tasks.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0) || a.index - b.index);
    expect(order).to.deep.equal(sorted.map(({ index }) => index));
  });

  it('holds a submission back while the queue is full, running tasks not counted', async () => {
    const scheduler = schedulerWith({ maxQueueSize: 2 });
    await scheduler.start();
    const first = startGate(scheduler, lane.gate);
    await first.began;
    expect(await scheduler.submit({ payload: lane.echo(1) })).to.equal(true);
    expect(scheduler.trySubmit({ payload: lane.echo(2) })).to.equal(true);
    expect(scheduler.trySubmit({ payload: lane.echo(3) })).to.equal(false);
    let isAccepted = false;
    const blocked = scheduler.submit({ payload: lane.echo(4) }).then((answer) => {
      isAccepted = answer;
    });
    expect(scheduler.getMetrics().currentQueueDepth).to.equal(2);
    expect(isAccepted).to.equal(false);
    first.open();
    await blocked;
    expect(isAccepted).to.equal(true);
  });

  it('goes on after a task that throws, and rejects with what it threw', async () => {
    const scheduler = schedulerWith();
    await scheduler.start();
    const error = await rejection(scheduler.run({ payload: lane.fail('on purpose') }));
    expect(error).to.be.instanceOf(TypeError);
    expect(error.message).to.equal('on purpose');
    expect(await scheduler.run({ payload: lane.echo('next') })).to.equal('next');
  });

  it('tells the failures of submitted tasks', async () => {
    const failed = new Promise((resolve) => {
      const scheduler = schedulerWith({ onFailure: (error, id) => resolve([(error as Error).message, id]) });
      void scheduler.start().then(() => scheduler.submit({ id: 'mine', payload: lane.fail('unheard') }));
    });
    expect(await failed).to.deep.equal(['unheard', 'mine']);
  });

  it('starts once, however often it is told to', async () => {
    const scheduler = schedulerWith({ numWorkers: 2 });
    await Promise.all([scheduler.start(), scheduler.start()]);
    const gates = [1, 2, 3].map(() => startGate(scheduler, lane.gate));
    await Promise.all(gates.slice(0, 2).map(({ began }) => began));
    expect(scheduler.getMetrics().currentQueueDepth).to.equal(1);
    for (const gate of gates.slice(0, 2)) gate.open();
    await gates[2]?.began;
    gates[2]?.open();
    await Promise.all(gates.map(({ handle }) => handle.result));
  });
}

function describeMetrics(lane: TestLane, schedulerWith: Open): void {
  it('counts from nothing, failures as completed, and gives detached snapshots', async () => {
    const scheduler = schedulerWith();
    const before = scheduler.getMetrics();
    expect(before).to.deep.equal({
      totalCompleted: 0,
      totalFailed: 0,
      averageLatencyMs: 0,
      currentQueueDepth: 0,
      totalRejected: 0,
    });
    await scheduler.start();
    await scheduler.run({ payload: lane.echo(1) });
    await rejection(scheduler.run({ payload: lane.fail('x') }));
    const after = scheduler.getMetrics();
    expect([after.totalCompleted, after.totalFailed, after.currentQueueDepth]).to.deep.equal([2, 1, 0]);
    expect(after.averageLatencyMs).to.be.above(0);
    expect(before.totalCompleted).to.equal(0);
  });

  it('measures from the call of submit', async () => {
    const scheduler = schedulerWith({ maxQueueSize: 1 });
    await scheduler.start();
    const first = startGate(scheduler, lane.gate);
    await first.began;
    const submittedAt = performance.now();
    const others = [scheduler.run({ payload: lane.echo(1) }), scheduler.run({ payload: lane.echo(2) })];
    await new Promise((resolve) => setTimeout(resolve, 60));
    const waitedMs = performance.now() - submittedAt;
    first.open();
    await Promise.all(others);
    expect(scheduler.getMetrics().averageLatencyMs * 3).to.be.at.least(3 * waitedMs - 2);
  });
}

function describeShutdown(lane: TestLane, schedulerWith: Open): void {
  it('runs all that is queued, then resolves, and refuses what comes after', async () => {
    const scheduler = schedulerWith({ numWorkers: 2 });
    await scheduler.start();
    const results = Array.from({ length: 20 }, (_, index) => scheduler.run({ payload: lane.echo(index) }));
    expect(await scheduler.shutdown()).to.equal(true);
    expect(await Promise.all(results)).to.deep.equal(results.map((_, index) => index));
    expect(await scheduler.submit({ payload: lane.echo(0) })).to.equal(false);
    expect(scheduler.trySubmit({ payload: lane.echo(0) })).to.equal(false);
    expect((await rejection(scheduler.run({ payload: lane.echo(0) }))).name).to.equal('ShutdownError');
    const { totalCompleted, totalRejected } = scheduler.getMetrics();
    expect([totalCompleted, totalRejected]).to.deep.equal([20, 3]);
  });

  it('can be called twice and at once', async () => {
    const scheduler = schedulerWith();
    await scheduler.start();
    const result = scheduler.run({ payload: lane.echo(1) });
    expect(await Promise.all([scheduler.shutdown(), scheduler.shutdown()])).to.deep.equal([true, true]);
    expect(await scheduler.shutdown()).to.equal(true);
    expect(await result).to.equal(1);
  });

  it('runs what was queued before a start that never came', async () => {
    const scheduler = schedulerWith();
    const result = scheduler.run({ payload: lane.echo('ran') });
    expect(await scheduler.shutdown()).to.equal(true);
    expect(await result).to.equal('ran');
  });

  it('answers false to submissions that still wait for room', async () => {
    const scheduler = schedulerWith({ maxQueueSize: 1 });
    await scheduler.start();
    const first = startGate(scheduler, lane.gate);
    await first.began;
    const answers = [1, 2, 3].map((value) => scheduler.submit({ payload: lane.echo(value) }));
    expect(await answers[0]).to.equal(true);
    const ended = scheduler.shutdown();
    expect(await Promise.all(answers)).to.deep.equal([true, false, false]);
    first.open();
    expect(await ended).to.equal(true);
    const { totalCompleted, totalRejected } = scheduler.getMetrics();
    expect([totalCompleted, totalRejected]).to.deep.equal([2, 2]);
  });

  it('resolves while all workers wait on an empty queue', async () => {
    const scheduler = schedulerWith({ numWorkers: 4, lazyThreads: false });
    await scheduler.start();
    expect(await scheduler.shutdown()).to.equal(true);
  });

  it('cuts off at its time limit what does not end', async () => {
    const scheduler = schedulerWith();
    await scheduler.start();
    const stuck = startGate(scheduler, lane.stubbornGate);
    await stuck.began;
    const queued = scheduler.run({ payload: lane.echo(1) });
    const startedAt = performance.now();
    const outcomes = [rejection(stuck.handle.result), rejection(queued)];
    expect(await scheduler.shutdown({ timeoutMs: 100 })).to.equal(false);
    expect(performance.now() - startedAt).to.be.within(95, 200);
    expect((await Promise.all(outcomes)).map(({ name }) => name)).to.deep.equal(['ShutdownError', 'ShutdownError']);
  });

  // A thread takes its time to start from TypeScript sources; the build is raced a hundred times, see scheduler-built.test.ts.
  const races = lane.name === 'inline' ? 100 : 5;
  it(`executes exactly what it accepted, in ${races} races`, async () => {
    for (let race = 0; race < races; race += 1) {
      const scheduler = schedulerWith({ numWorkers: 2, maxQueueSize: 3 });
      const started = lane.name === 'inline' || race % 5 === 0 ? scheduler.start() : Promise.resolve();
      const accepted = Array.from({ length: 20 }, async (_, index) => {
        for (let turn = 0; turn < (index * race) % 7; turn += 1) await Promise.resolve();
        return scheduler.submit({ payload: lane.echo(index) });
      });
      if (race % 3 === 0) await started;
      expect(await scheduler.shutdown()).to.equal(true);
      const count = (await Promise.all(accepted)).filter(Boolean).length;
      const { totalCompleted, totalRejected } = scheduler.getMetrics();
      expect([totalCompleted, totalRejected], `race ${race}`).to.deep.equal([count, 20 - count]);
    }
  });
}
