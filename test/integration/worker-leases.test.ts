import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import type { JobContext } from '../../src/application/ports/handler.js';
import { Job } from '../../src/domain/job.js';
import { WorkerFixture } from '../support/worker-fixture.js';

describe('The lease of a running attempt', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => {
    clock = useFakeTimers({ now: 1_700_000_000_000 });
  });
  afterEach(() => clock.restore());

  /** A handler that waits for its end, or for the abort of its signal. */
  function waiting(ms: number, contexts: JobContext[] = []) {
    return (_payload: unknown, context: JobContext) => {
      contexts.push(context);
      return new Promise((resolve, reject) => {
        setTimeout(() => resolve('done'), ms);
        context.signal.addEventListener('abort', () => reject(context.signal.reason));
      });
    };
  }

  it('is renewed every third of it while the handler runs, so that nobody takes the job', async () => {
    const fixture = new WorkerFixture({ long: { handle: waiting(10_500) } });
    const id = await fixture.create('long');
    fixture.runner.start();
    await clock.tickAsync(10_600);
    expect(fixture.job(id)).to.include({ status: 'succeeded', attempts: 1 });
    expect(fixture.eventTypes(id).filter((type) => type === 'lease_renewed')).to.have.length(10);
    await fixture.stop(clock);
  });

  it('counts from the latest renewal, also one by the handler', async () => {
    const handle = async (_payload: unknown, context: JobContext) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      await context.renew();
      await new Promise((resolve) => setTimeout(resolve, 900));
    };
    const fixture = new WorkerFixture({ renewing: { handle } });
    const id = await fixture.create('renewing');
    fixture.runner.start();
    await clock.tickAsync(2_000);
    expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'lease_renewed', 'succeeded']);
    await fixture.stop(clock);
  });

  it('when lost: aborts the signal, renews and reports nothing, drops the result, takes a fresh id', async () => {
    const contexts: JobContext[] = [];
    const answers: unknown[] = [];
    const handle = async (_payload: unknown, context: JobContext) => {
      contexts.push(context);
      await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
      const { touch } = fixture.repository.calls;
      answers.push(await context.renew());
      await context.progress('too late');
      answers.push(fixture.repository.calls.touch - touch);
      return 'dropped';
    };
    const fixture: WorkerFixture = new WorkerFixture({ long: { handle } }, { settings: { threads: 1 } });
    const id = await fixture.create('long');
    fixture.runner.start();
    await clock.tickAsync(100);
    await fixture.takeAway(id);
    const before = fixture.events(id).length;
    await clock.tickAsync(1_000);
    expect(contexts[0]?.signal.aborted).to.equal(true);
    expect(answers).to.deep.equal([false, 0]);
    expect(fixture.events(id)).to.have.length(before);
    expect(fixture.job(id).lastError).to.equal('taken away');
    expect(fixture.logger.messages('warn')).to.include('Lost ownership of the job: its outcome is dropped');
    const next = await fixture.create('long');
    await clock.tickAsync(100);
    expect(fixture.job(next).lockedBy).to.be.a('string').and.not.equal(contexts[0]?.workerId);
    await fixture.stop(clock);
  });

  it('when lost under a handler that does not listen: the slot goes on a second later', async () => {
    const deaf = () => new Promise(() => undefined);
    const fixture = new WorkerFixture(
      { deaf: { handle: deaf }, quick: { handle: () => 1 } },
      { settings: { threads: 1 } },
    );
    const id = await fixture.create('deaf');
    fixture.runner.start();
    await clock.tickAsync(100);
    await fixture.takeAway(id);
    const next = await fixture.create('quick');
    await clock.tickAsync(1_900);
    expect(fixture.job(next).status).to.equal('queued');
    await clock.tickAsync(200);
    expect(fixture.job(next).status).to.equal('succeeded');
    await fixture.stop(clock);
  });

  it('is kept in spite of an outage: renewals are tried again, and the handler is not aborted', async () => {
    const contexts: JobContext[] = [];
    const fixture = new WorkerFixture({ long: { handle: waiting(20_000, contexts) } });
    const id = await fixture.create('long');
    fixture.runner.start();
    await clock.tickAsync(100);
    // No cleanup either, also not in the first moment after the outage: nobody takes the job back.
    fixture.repository.fail('expireLeases', 'before', 1_000);
    fixture.repository.isDown = true;
    await clock.tickAsync(10_000);
    expect(contexts[0]?.signal.aborted).to.equal(false);
    fixture.repository.isDown = false;
    await clock.tickAsync(10_000);
    expect(fixture.eventTypes(id)).to.include('lease_renewed');
    expect(fixture.job(id)).to.include({ status: 'succeeded', attempts: 1 });
    await fixture.stop(clock);
  });

  it('is renewed soon after a failed renewal, in each outage anew', async () => {
    const fixture = new WorkerFixture({ long: { handle: waiting(20_000) } });
    await fixture.create('long');
    fixture.runner.start();
    fixture.repository.fail('touch', 'before', 4);
    await clock.tickAsync(4_000);
    fixture.repository.fail('touch', 'before');
    let calls = fixture.repository.calls.touch;
    while (fixture.repository.calls.touch === calls) await clock.tickAsync(10);
    calls = fixture.repository.calls.touch;
    await clock.tickAsync(130);
    expect(fixture.repository.calls.touch).to.equal(calls + 1);
    await fixture.stop(clock);
  });

  describe('when calls to the store hang', () => {
    /** Makes calls hang as they arrive. @returns the calls that hang; resolving one lets it go on */
    function hanging(fixture: WorkerFixture, count: number): (() => void)[] {
      const held: (() => void)[] = [];
      Object.defineProperty(fixture.repository.hold, 'touch', {
        get: () => (held.length < count ? new Promise<void>((resolve) => held.push(resolve)) : undefined),
      });
      return held;
    }

    it('is renewed by another call before it runs out', async () => {
      const fixture = new WorkerFixture({ long: { handle: waiting(9_500) } });
      const id = await fixture.create('long');
      fixture.runner.start();
      hanging(fixture, 1);
      await clock.tickAsync(2_100);
      expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'lease_renewed']);
      await clock.tickAsync(8_000);
      expect(fixture.job(id)).to.include({ status: 'succeeded', attempts: 1 });
      expect(fixture.logger.messages('warn')).to.include('A call for the lease is not answered; making another');
      await fixture.stop(clock);
    });

    it('is asked for by three calls at most, and again when one of them is answered', async () => {
      const fixture = new WorkerFixture({ long: { handle: waiting(20_000) } });
      fixture.repository.fail('expireLeases', 'before', 1_000);
      await fixture.create('long');
      fixture.runner.start();
      const held = hanging(fixture, 3);
      await clock.tickAsync(15_000);
      expect(fixture.repository.calls.touch).to.equal(3);
      held[1]?.();
      await clock.tickAsync(1_100);
      expect(fixture.repository.calls.touch).to.be.within(4, 5);
      await fixture.stop(clock);
    });

    it('does not hold up the settling, and the worker id is not used again', async () => {
      const fixture = new WorkerFixture({ long: { handle: waiting(1_500) } }, { settings: { threads: 1 } });
      const ids = [await fixture.create('long'), await fixture.create('long')];
      fixture.runner.start();
      hanging(fixture, 1);
      await clock.tickAsync(3_500);
      expect(ids.map((id) => fixture.job(id).status)).to.deep.equal(['succeeded', 'succeeded']);
      expect(new Set(ids.flatMap((id) => fixture.owners(id))).size).to.equal(2);
      await fixture.stop(clock);
    });
  });

  describe('of a manual handler', () => {
    it('is left alone, and its end noticed when the job was taken back', async () => {
      const contexts: JobContext[] = [];
      const fixture = new WorkerFixture({ manual: { lease: 'manual', handle: waiting(60_000, contexts) } });
      const id = await fixture.create('manual');
      fixture.runner.start();
      await clock.tickAsync(3_000);
      expect(contexts[0]?.signal.aborted).to.equal(false);
      await clock.tickAsync(2_000);
      expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'timeout_requeued']);
      expect(contexts[0]?.signal.aborted).to.equal(true);
      await clock.tickAsync(1_000);
      expect(new Set(fixture.owners(id)).size).to.equal(2);
      await fixture.stop(clock);
    });

    it('is lost, too, with a row that is gone, and with a later attempt under the same worker id', async () => {
      for (const change of ['gone', 'later attempt'] as const) {
        const contexts: JobContext[] = [];
        const fixture = new WorkerFixture({ manual: { lease: 'manual', handle: waiting(60_000, contexts) } });
        fixture.repository.fail('expireLeases', 'before', 1_000);
        const id = await fixture.create('manual');
        fixture.runner.start();
        await clock.tickAsync(100);
        const job = fixture.job(id);
        if (change === 'gone') fixture.queries.job = async () => undefined;
        else fixture.table.put(new Job({ ...job, attempts: 2 }));
        await clock.tickAsync(3_100);
        expect(contexts[0]?.signal.aborted, change).to.equal(true);
        if (change === 'later attempt') fixture.table.put(new Job({ ...job, attempts: 1 }));
        await fixture.stop(clock);
      }
    });

    it('is extended by its own renewals', async () => {
      const handle = async (_payload: unknown, context: JobContext) => {
        for (let i = 0; i < 4; i += 1) {
          await new Promise((resolve) => setTimeout(resolve, 2_000));
          await context.renew();
        }
      };
      const fixture = new WorkerFixture({ manual: { lease: 'manual', handle } });
      const id = await fixture.create('manual');
      fixture.runner.start();
      await clock.tickAsync(8_100);
      expect(fixture.job(id)).to.include({ status: 'succeeded', attempts: 1 });
      await fixture.stop(clock);
    });

    it('is no loss while nobody has taken the job back', async () => {
      const fixture = new WorkerFixture({ manual: { lease: 'manual', handle: waiting(9_000) } });
      fixture.repository.fail('expireLeases', 'before', 1_000);
      const id = await fixture.create('manual');
      fixture.runner.start();
      await clock.tickAsync(9_100);
      expect(fixture.job(id)).to.include({ status: 'succeeded', attempts: 1 });
      await fixture.stop(clock);
    });
  });
});
