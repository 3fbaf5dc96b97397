import { expect } from 'chai';
import { currentTask, TaskScheduler } from '../../src/infrastructure/scheduler/task-scheduler.js';
import { rejection } from '../support/rejection.js';
import { LANES, startGate, threadTask } from '../support/scheduler/lanes.js';

describe('TaskScheduler, messages', () => {
  let scheduler: TaskScheduler;
  beforeEach(() => {
    scheduler = new TaskScheduler({ numWorkers: 3, lazyThreads: true });
    return scheduler.start();
  });
  afterEach(() => scheduler.shutdown({ timeoutMs: 0 }));

  it('never lets a result overtake what was posted before', async () => {
    const runs = Array.from({ length: 3_000 }, async () => {
      let heard = 0;
      const onMessage = () => {
        heard += 1;
      };
      await scheduler.run({ payload: threadTask('postAll', 3) }, { onMessage });
      return heard;
    });
    expect(new Set(await Promise.all(runs))).to.deep.equal(new Set([3]));
  });

  it('fails a task whose listener throws, and no other', async () => {
    const onMessage = () => {
      throw new RangeError('bad listener');
    };
    const failing = rejection(scheduler.run({ payload: threadTask('postAll', 30) }, { onMessage }));
    const others = Array.from({ length: 10 }, (_, n) => scheduler.run({ payload: threadTask('echo', n) }));
    expect(await failing).to.be.instanceOf(RangeError);
    expect(await Promise.all(others)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await scheduler.shutdown()).to.equal(true);
  });

  for (const lane of LANES) {
    it(`brings values to a running task and keeps them until it listens (${lane.name})`, async () => {
      const running = startGate(scheduler, lane.gate);
      await running.began;
      running.handle.post({ n: 1 });
      expect(await running.handle.result).to.deep.equal({ n: 1 });
      running.handle.post('too late');
    });
  }

  it('tells tasks apart that run side by side on one event loop', async () => {
    const ids = ['a', 'b', 'c'];
    const payload = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return currentTask().id;
    };
    expect(await Promise.all(ids.map((id) => scheduler.run({ id, payload })))).to.deep.equal(ids);
    expect(currentTask).to.throw('No task is running here');
  });

  it('tells a task on a thread its id', async () => {
    expect(await scheduler.run({ id: 'größe', payload: threadTask('id') })).to.equal('größe');
    expect(await scheduler.run({ payload: threadTask('id') })).to.match(/^task-\d+$/);
  });
});
