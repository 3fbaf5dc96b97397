import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import type { JobContext } from '../../src/application/ports/handler.js';
import { WorkerFixture } from '../support/worker-fixture.js';

describe('A worker whose database is away', () => {
  let clock: SinonFakeTimers;
  const strays: unknown[] = [];
  const onStray = (reason: unknown) => strays.push(reason);
  beforeEach(() => {
    strays.length = 0;
    process.on('unhandledRejection', onStray);
    clock = useFakeTimers({ now: 1_700_000_000_000 });
  });
  afterEach(() => {
    clock.restore();
    process.off('unhandledRejection', onStray);
    expect(strays).to.deep.equal([]);
  });

  it('tries again, less and less often but at least every 5 s, and recovers by itself', async () => {
    const fixture = new WorkerFixture({ quick: { handle: () => 1 } });
    const id = await fixture.create('quick');
    fixture.repository.isDown = true;
    fixture.runner.start();
    await clock.tickAsync(60_000);
    const tries = fixture.repository.calls.claim;
    expect(tries).to.be.within(12, 30);
    await clock.tickAsync(5_100);
    expect(fixture.repository.calls.claim).to.be.within(tries + 1, tries + 2);
    fixture.repository.isDown = false;
    await clock.tickAsync(5_100);
    expect(fixture.job(id).status).to.equal('succeeded');
    // The next outage begins with short waits again.
    const { claim } = fixture.repository.calls;
    fixture.repository.fail('claim', 'before');
    fixture.wakeUp.signal();
    await clock.tickAsync(150);
    expect(fixture.repository.calls.claim).to.equal(claim + 2);
    await fixture.stop(clock);
  });

  it('does not hurry because of wake-ups', async () => {
    const fixture = new WorkerFixture({});
    fixture.repository.isDown = true;
    fixture.runner.start();
    for (let i = 0; i < 1_000; i += 1) {
      fixture.wakeUp.signal();
      await clock.tickAsync(10);
    }
    expect(fixture.repository.calls.claim).to.be.below(15);
    await fixture.stop(clock);
  });

  it('takes fresh worker ids after a claim whose answer was lost; the lease recovers the job', async () => {
    const fixture = new WorkerFixture({ quick: { handle: () => 1 } }, { settings: { threads: 1 } });
    fixture.repository.fail('claim', 'after');
    const id = await fixture.create('quick');
    fixture.runner.start();
    await clock.tickAsync(6_000);
    expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'timeout_requeued', 'claimed', 'succeeded']);
    expect(new Set(fixture.owners(id)).size).to.equal(2);
    await fixture.stop(clock);
  });

  for (const moment of ['before', 'after'] as const) {
    for (const [what, handle, end] of [
      ['success', () => 'done', 'succeeded'],
      ['failure', () => Promise.reject(new Error('boom')), 'retry_scheduled'],
    ] as const) {
      it(`settles a ${what} once when the connection is lost ${moment} the write`, async () => {
        const fixture = new WorkerFixture({ quick: { handle } }, { settings: { threads: 1 } });
        fixture.repository.fail('settle', moment, 3);
        const id = await fixture.create('quick');
        fixture.runner.start();
        await clock.tickAsync(950);
        expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', end]);
        expect(fixture.repository.calls.settle).to.equal(4);
        expect(fixture.logger.messages('warn')).not.to.include('Lost ownership of the job: its outcome is dropped');
        await fixture.stop(clock);
      });
    }
  }

  it('takes a fresh worker id after a settle that had to be repeated: the first may still be on its way', async () => {
    const fixture = new WorkerFixture({ quick: { handle: () => 1 } }, { settings: { threads: 1 } });
    fixture.repository.fail('settle', 'before');
    const ids = [await fixture.create('quick'), await fixture.create('quick')];
    fixture.runner.start();
    await clock.tickAsync(1_000);
    const owners = ids.flatMap((id) => fixture.owners(id));
    expect(owners).to.have.length(2);
    expect(new Set(owners).size).to.equal(2);
    await fixture.stop(clock);
  });

  it('keeps the slot busy while a settle is unanswered', async () => {
    const fixture = new WorkerFixture({ quick: { handle: () => 1 } }, { settings: { threads: 1, leaseMs: 1_000_000 } });
    const first = await fixture.create('quick');
    const second = await fixture.create('quick');
    fixture.repository.fail('settle', 'before', 5);
    fixture.runner.start();
    await clock.tickAsync(1_000);
    expect(fixture.job(first).status).to.equal('running');
    expect(fixture.job(second).status).to.equal('queued');
    await clock.tickAsync(5_000);
    expect(fixture.job(second).status).to.equal('succeeded');
    await fixture.stop(clock);
  });

  it('drops the outcome when the job was taken back meanwhile, and says so', async () => {
    const fixture = new WorkerFixture({ quick: { handle: () => 'mine' } }, { settings: { threads: 1 } });
    fixture.repository.fail('settle', 'before');
    const id = await fixture.create('quick');
    fixture.runner.start();
    await clock.tickAsync(10);
    await fixture.takeAway(id);
    await clock.tickAsync(1_000);
    expect(fixture.job(id).lastError).to.equal('taken away');
    expect(fixture.logger.messages('warn')).to.include('Lost ownership of the job: its outcome is dropped');
    await fixture.stop(clock);
  });

  it('writes a report and a renewal when the connection is back, still in order', async () => {
    const handle = async (_payload: unknown, context: JobContext) => {
      void context.progress('one');
      return context.renew();
    };
    const fixture = new WorkerFixture({ quick: { handle } });
    fixture.repository.fail('touch', 'before', 2);
    const id = await fixture.create('quick');
    fixture.runner.start();
    await clock.tickAsync(1_000);
    expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'progress', 'lease_renewed', 'succeeded']);
    expect(fixture.job(id).result).to.equal(true);
    await fixture.stop(clock);
  });

  it('leaves a job to its lease, and keeps the slot, when settling fails for another reason', async () => {
    const fixture = new WorkerFixture({ quick: { handle: () => 1 } }, { settings: { threads: 1 } });
    fixture.repository.fail('settle', 'before', 1, new Error('a defect'));
    const id = await fixture.create('quick');
    const next = await fixture.create('quick');
    fixture.runner.start();
    await clock.tickAsync(100);
    expect(fixture.job(id).status).to.equal('running');
    expect(fixture.job(next).status).to.equal('succeeded');
    expect(fixture.owners(next)).not.to.deep.equal(fixture.owners(id));
    await fixture.stop(clock);
  });
});
