import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { WorkerFixture } from '../support/worker-fixture.js';

describe('Claiming', () => {
  describe('in real time', () => {
    it('runs 1,000 jobs on 8 slots, each once', async () => {
      const seen: string[] = [];
      let finish: () => void = () => {};
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      let running = 0;
      let mostRunning = 0;
      const handle = async (_payload: unknown, { jobId }: { jobId: string }) => {
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (seen.push(jobId) === 1_000) finish();
      };
      const fixture = new WorkerFixture({ 'test.job': { handle } }, { settings: { threads: 8 } });
      const ids = await Promise.all(Array.from({ length: 1_000 }, () => fixture.create('test.job')));
      fixture.runner.start();
      await finished;
      await fixture.runner.stop();
      expect(seen).to.have.members(ids);
      expect(mostRunning).to.equal(8);
      for (const id of ids) expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'succeeded']);
    });
  });

  describe('under a fake clock', () => {
    let clock: SinonFakeTimers;
    beforeEach(() => {
      clock = useFakeTimers({ now: 1_700_000_000_000 });
    });
    afterEach(() => clock.restore());

    it('asks once for all idle slots', async () => {
      const forever = () => new Promise(() => undefined);
      const fixture = new WorkerFixture({ long: { handle: forever } }, { settings: { threads: 5 } });
      for (let i = 0; i < 6; i += 1) await fixture.create('long');
      fixture.runner.start();
      await clock.tickAsync(5_000);
      expect(fixture.table.running()).to.have.length(5);
      expect(new Set(fixture.table.running().map((job) => job.lockedBy)).size).to.equal(5);
      expect(fixture.repository.calls.claim).to.equal(1);
      await fixture.stop(clock);
    });

    it('wakes up for a signal, long before the poll interval is over', async () => {
      const fixture = new WorkerFixture(
        { quick: { handle: () => 1 } },
        { settings: { pollIntervalMs: 3_000_000_000 } },
      );
      fixture.runner.start();
      await clock.tickAsync(60_000);
      expect(fixture.repository.calls.claim).to.equal(1);
      const id = await fixture.create('quick');
      await clock.tickAsync(5);
      expect(fixture.job(id).status).to.equal('succeeded');
      await fixture.stop(clock);
    });

    it('polls for what no signal tells of, such as a delayed job', async () => {
      const fixture = new WorkerFixture({ quick: { handle: () => 1 } });
      const id = await fixture.create('quick', {}, { availableAt: Date.now() + 2_000 });
      fixture.runner.start();
      await clock.tickAsync(1_900);
      expect(fixture.job(id).status).to.equal('queued');
      await clock.tickAsync(700);
      expect(fixture.job(id).status).to.equal('succeeded');
      await fixture.stop(clock);
    });

    it('asks again for a signal that came while a claim was under way', async () => {
      const fixture = new WorkerFixture({ quick: { handle: () => 1 } }, { settings: { pollIntervalMs: 1_000_000 } });
      let letGo: () => void = () => {};
      fixture.repository.hold.claim = new Promise((resolve) => {
        letGo = resolve;
      });
      fixture.runner.start();
      await clock.tickAsync(10);
      expect(fixture.repository.calls.claim).to.equal(1);
      fixture.wakeUp.signal();
      letGo();
      await clock.tickAsync(10);
      expect(fixture.repository.calls.claim).to.equal(2);
      await fixture.stop(clock);
    });

    it('keeps the worker id of a slot whose claims ended with certainty', async () => {
      const fixture = new WorkerFixture({ quick: { handle: () => 1 } }, { settings: { threads: 1 } });
      const ids = [await fixture.create('quick'), await fixture.create('quick')];
      fixture.runner.start();
      await clock.tickAsync(100);
      const owners = ids.flatMap((id) => fixture.owners(id));
      expect(owners).to.have.length(2);
      expect(new Set(owners).size).to.equal(1);
      await fixture.stop(clock);
    });
  });
});
