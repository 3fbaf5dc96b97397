import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import type { JobContext } from '../../src/application/ports/handler.js';
import { type HandlerOutcome, type HandlerRun, HandlerRunner } from '../../src/application/ports/handler-runner.js';
import { WorkerFixture } from '../support/worker-fixture.js';

/** As threads do it: the handler never ends by itself, but can be ended by force. */
class TerminatingRunner extends HandlerRunner {
  isClosed = false;

  run(): HandlerRun {
    let end: (outcome: HandlerOutcome) => void = () => {};
    const outcome = new Promise<HandlerOutcome>((resolve) => {
      end = resolve;
    });
    const terminate = async () => {
      end({ kind: 'failed', failure: { kind: 'error', error: 'terminated' } });
      return true;
    };
    return { outcome, abort: () => undefined, terminate };
  }

  metrics(): undefined {}

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

describe('WorkerRunner.stop', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => {
    clock = useFakeTimers({ now: 1_700_000_000_000 });
  });
  afterEach(() => clock.restore());

  /** Follows a stop, so that a test can ask when it resolved. */
  function watch(stopped: Promise<void>): { at: number | undefined } {
    const watched: { at: number | undefined } = { at: undefined };
    void stopped.then(() => {
      watched.at = Date.now();
    });
    return watched;
  }

  const sleeping = (ms: number) => () => new Promise((resolve) => setTimeout(() => resolve('slept'), ms));
  const deaf = () => new Promise(() => undefined);
  const listening = (_payload: unknown, { signal }: JobContext) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

  it('lets a running handler finish, renewing its lease, and claims nothing more', async () => {
    const fixture = new WorkerFixture({ sleep: { handle: sleeping(4_500) } }, { settings: { threads: 1 } });
    const id = await fixture.create('sleep');
    const waiting = await fixture.create('sleep');
    fixture.runner.start();
    await clock.tickAsync(500);
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(3_900);
    expect(stop.at).to.equal(undefined);
    await clock.tickAsync(200);
    expect(stop.at).to.be.a('number');
    expect(fixture.job(id)).to.include({ status: 'succeeded', result: 'slept' });
    expect(fixture.eventTypes(id)).to.include('lease_renewed');
    expect(fixture.job(waiting).status).to.equal('queued');
  });

  it('ends a thread after the grace time and gives its job back at once', async () => {
    const handlerRunner = new TerminatingRunner();
    const fixture = new WorkerFixture({ busy: { handle: deaf } }, { handlerRunner });
    const id = await fixture.create('busy');
    const last = await fixture.create('busy', {}, { maxAttempts: 1 });
    fixture.runner.start();
    await clock.tickAsync(100);
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(5_100);
    expect(stop.at).to.be.a('number');
    const job = fixture.job(id);
    expect(job).to.include({ status: 'queued', lastError: 'Worker shut down' });
    expect(job.availableAt).to.equal(job.updatedAt);
    expect(fixture.job(last)).to.include({ status: 'failed', lastError: 'Worker shut down' });
    expect(handlerRunner.isClosed).to.equal(true);
  });

  it('leaves an inline handler that does not listen to its lease', async () => {
    const contexts: JobContext[] = [];
    const handle = (_payload: unknown, context: JobContext) => {
      contexts.push(context);
      return deaf();
    };
    const fixture = new WorkerFixture({ deaf: { handle } });
    const id = await fixture.create('deaf');
    fixture.runner.start();
    await clock.tickAsync(100);
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(6_200);
    expect(stop.at).to.be.a('number');
    expect(fixture.job(id).status).to.equal('running');
    const renewals = fixture.events(id).length;
    await clock.tickAsync(10_000);
    expect(await contexts[0]?.renew()).to.equal(false);
    expect(fixture.events(id)).to.have.length(renewals);
  });

  it('gives the job of an inline handler back that listens to its signal', async () => {
    const fixture = new WorkerFixture({ listening: { handle: listening } });
    const id = await fixture.create('listening');
    fixture.runner.start();
    await clock.tickAsync(100);
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(5_100);
    expect(stop.at).to.be.a('number');
    expect(fixture.job(id)).to.include({ status: 'queued', lastError: 'Worker shut down' });
  });

  it('drops the waiting reports of a handler that does not end, and writes those of one that does', async () => {
    const flood = (context: JobContext) => {
      for (let n = 0; n < 100; n += 1) void context.progress('flood', { n });
    };
    const handlers = {
      deaf: {
        handle: (_payload: unknown, context: JobContext) => {
          context.signal.addEventListener('abort', () => flood(context));
          return deaf();
        },
      },
      ending: {
        handle: (_payload: unknown, context: JobContext) =>
          new Promise((_resolve, reject) =>
            context.signal.addEventListener('abort', () => {
              flood(context);
              reject(context.signal.reason);
            }),
          ),
      },
    };
    const fixture = new WorkerFixture(handlers);
    const ids = [await fixture.create('deaf'), await fixture.create('ending')];
    fixture.runner.start();
    await clock.tickAsync(100);
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(5_000);
    const reports = (id: string) => fixture.eventTypes(id).filter((type) => type === 'progress').length;
    expect(reports(ids[1] ?? '')).to.equal(100);
    expect(fixture.job(ids[1] ?? '')).to.include({ status: 'queued', lastError: 'Worker shut down' });
    await clock.tickAsync(1_100);
    expect(stop.at).to.be.a('number');
  });

  it('ends at once when the last handler has ended, and else a second after the grace time', async () => {
    const settings = { leaseMs: 60_000 };
    const ends: number[] = [];
    for (const handle of [listening, deaf, sleeping(5_400)]) {
      const fixture = new WorkerFixture({ job: { handle } }, { settings });
      await fixture.create('job');
      fixture.runner.start();
      await clock.tickAsync(100);
      const startedAt = Date.now();
      const stop = watch(fixture.runner.stop());
      await clock.tickAsync(20_000);
      ends.push((stop.at ?? Number.NaN) - startedAt);
    }
    expect(ends).to.deep.equal([5_000, 6_000, 5_300]);
  });

  it('ends within three seconds after the grace time when the store hangs', async () => {
    const fixture = new WorkerFixture({ job: { handle: listening } });
    await fixture.create('job');
    fixture.runner.start();
    await clock.tickAsync(100);
    for (const method of ['claim', 'settle', 'touch', 'expireLeases'] as const)
      fixture.repository.hold[method] = new Promise(() => undefined);
    const startedAt = Date.now();
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(20_000);
    expect((stop.at ?? Number.NaN) - startedAt).to.be.within(5_000, 8_000);
  });

  it('stores the success of a handler that ends well after the abort', async () => {
    const handle = (_payload: unknown, { signal }: JobContext) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('saved in time')));
    const fixture = new WorkerFixture({ saving: { handle } });
    const id = await fixture.create('saving');
    fixture.runner.start();
    await clock.tickAsync(100);
    await fixture.stop(clock);
    expect(fixture.job(id)).to.include({ status: 'succeeded', result: 'saved in time' });
  });

  it('runs what a claim under way brings, and ends it too', async () => {
    const fixture = new WorkerFixture({ quick: { handle: () => 'done' } });
    let letGo: () => void = () => {};
    fixture.repository.hold.claim = new Promise((resolve) => {
      letGo = resolve;
    });
    const id = await fixture.create('quick');
    fixture.runner.start();
    await clock.tickAsync(10);
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(1_000);
    expect(stop.at).to.equal(undefined);
    letGo();
    await clock.tickAsync(10);
    expect(stop.at).to.be.a('number');
    expect(fixture.job(id).status).to.equal('succeeded');
  });

  it('gives back what a claim brings after the grace time, without running it', async () => {
    let runs = 0;
    const fixture = new WorkerFixture({ quick: { handle: () => (runs += 1) } });
    let letGo: () => void = () => {};
    fixture.repository.hold.claim = new Promise((resolve) => {
      letGo = resolve;
    });
    const id = await fixture.create('quick');
    fixture.runner.start();
    await clock.tickAsync(10);
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(20_000);
    expect(stop.at).to.be.a('number');
    letGo();
    await clock.tickAsync(10);
    expect(runs).to.equal(0);
    expect(fixture.job(id)).to.include({ status: 'queued', lastError: 'Worker shut down' });
  });

  it('ends in bounded time with the database away, and leaves the row to its lease', async () => {
    const fixture = new WorkerFixture({ sleep: { handle: sleeping(1_000) } });
    const id = await fixture.create('sleep');
    fixture.runner.start();
    await clock.tickAsync(100);
    fixture.repository.isDown = true;
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(6_000);
    expect(stop.at).to.be.a('number');
    expect(fixture.job(id).status).to.equal('running');
    expect(fixture.logger.messages('error')).to.include('The job could not be settled and is left to its lease');
  });

  it('ends in bounded time even if the store never answers', async () => {
    const fixture = new WorkerFixture({ quick: { handle: () => 1 } });
    fixture.repository.hold.settle = new Promise(() => undefined);
    await fixture.create('quick');
    fixture.runner.start();
    await clock.tickAsync(100);
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(15_000);
    expect(stop.at).to.be.a('number');
  });

  it('goes on cleaning up until its slots are done', async () => {
    const fixture = new WorkerFixture({ sleep: { handle: sleeping(4_000) } }, { settings: { threads: 1 } });
    await fixture.create('sleep');
    const lost = await fixture.create('sleep');
    fixture.runner.start();
    await clock.tickAsync(100);
    await fixture.repository.claim(['another worker'], 1_000);
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(3_000);
    expect(stop.at).to.equal(undefined);
    expect(fixture.eventTypes(lost).at(-1)).to.equal('timeout_requeued');
    await clock.tickAsync(2_000);
    expect(stop.at).to.be.a('number');
  });

  it('subscribes to wake-ups once, and no longer than it runs', async () => {
    const fixture = new WorkerFixture({});
    let subscriptions = 0;
    fixture.wakeUp.subscribe = () => {
      subscriptions += 1;
      return () => {
        subscriptions -= 1;
      };
    };
    fixture.runner.start();
    fixture.runner.start();
    await clock.tickAsync(100);
    expect(subscriptions).to.equal(1);
    expect(fixture.repository.calls.claim).to.equal(1);
    await fixture.stop(clock);
    fixture.runner.start();
    expect(subscriptions).to.equal(0);
  });

  it('may be called twice, before start and instead of it', async () => {
    const fixture = new WorkerFixture({});
    const first = fixture.runner.stop();
    expect(fixture.runner.stop()).to.equal(first);
    await clock.tickAsync(10);
    await first;
    fixture.runner.start();
    await clock.tickAsync(1_000);
    expect(fixture.repository.calls.claim).to.equal(0);
    expect(fixture.logger.messages('info')).not.to.include('Worker started');
  });

  it('leaves no timer behind', async () => {
    const fixture = new WorkerFixture({ quick: { handle: () => 1, timeoutSeconds: 60 } });
    await fixture.create('quick');
    fixture.runner.start();
    await clock.tickAsync(5_000);
    const stopped = fixture.runner.stop();
    await clock.tickAsync(100);
    await stopped;
    expect(clock.countTimers()).to.equal(0);
  });

  it('does without the grace time in abort, also in the middle of a stop', async () => {
    const fixture = new WorkerFixture({ listening: { handle: listening } });
    const id = await fixture.create('listening');
    fixture.runner.start();
    await clock.tickAsync(100);
    const stop = watch(fixture.runner.stop());
    await clock.tickAsync(1_000);
    expect(stop.at).to.equal(undefined);
    void fixture.runner.abort();
    await clock.tickAsync(10);
    expect(stop.at).to.be.a('number');
    expect(fixture.job(id).status).to.equal('queued');
  });

  it('installs no signal handler', async () => {
    const before = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
    const fixture = new WorkerFixture({});
    fixture.runner.start();
    await clock.tickAsync(10);
    expect(process.listenerCount('SIGTERM') + process.listenerCount('SIGINT')).to.equal(before);
    await fixture.stop(clock);
  });
});
