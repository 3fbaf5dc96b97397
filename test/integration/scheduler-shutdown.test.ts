import { expect } from 'chai';
import { TaskScheduler } from '../../src/infrastructure/scheduler/task-scheduler.js';
import { rejection } from '../support/rejection.js';
import { LANES, startGate } from '../support/scheduler/lanes.js';

for (const lane of LANES) {
  describe(`TaskScheduler, a shutdown of several callers in the ${lane.name} lane`, () => {
    let scheduler: TaskScheduler;
    beforeEach(async () => {
      scheduler = new TaskScheduler({ numWorkers: 1, lazyThreads: true });
      await scheduler.start();
    });

    it('tells all of them false when the limit of one cuts tasks off', async () => {
      const stuck = startGate(scheduler, lane.stubbornGate);
      await stuck.began;
      const queued = rejection(scheduler.run({ payload: lane.echo(1) }));
      const callers = [
        scheduler.shutdown(),
        scheduler.shutdown({ timeoutMs: 50 }),
        scheduler.shutdown({ timeoutMs: 60_000 }),
        scheduler.shutdown(),
      ];
      expect(await Promise.all(callers)).to.deep.equal([false, false, false, false]);
      expect(await rejection(stuck.handle.result)).to.include({ code: 'SHUT_DOWN' });
      expect(await queued).to.include({ code: 'SHUT_DOWN' });
      expect(await scheduler.shutdown()).to.equal(false);
    });

    it('lets a later caller set a shorter limit', async () => {
      const stuck = startGate(scheduler, lane.stubbornGate);
      await stuck.began;
      const patient = scheduler.shutdown({ timeoutMs: 60_000 });
      expect(await scheduler.shutdown({ timeoutMs: 0 })).to.equal(false);
      expect(await patient).to.equal(false);
    });

    it('tells all of them true when everything ends within the limit', async () => {
      const running = startGate(scheduler, lane.gate);
      await running.began;
      const callers = [scheduler.shutdown(), scheduler.shutdown({ timeoutMs: 60_000 })];
      running.open();
      expect(await Promise.all(callers)).to.deep.equal([true, true]);
      expect(await scheduler.shutdown({ timeoutMs: 0 })).to.equal(true);
    });
  });
}
