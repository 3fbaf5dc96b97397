import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { expect } from 'chai';
import type { JsonValue } from '../../src/domain/json.js';
import { ScheduledHandlerRunner } from '../../src/infrastructure/handlers/scheduled-handler-runner.js';
import { loadHandlers } from '../../src/interfaces/worker/load-handlers.js';
import type { WorkerSettings } from '../../src/interfaces/worker/worker-settings.js';
import { eventually } from '../support/program.js';
import { WorkerFixture } from '../support/worker-fixture.js';

const HANDLERS = join(import.meta.dirname, '..', 'support', 'thread-handlers.mjs');
const SLOTS = 2;

describe('handlers on threads', function () {
  this.timeout(60_000);
  let fixture: WorkerFixture;

  async function start(settings: Partial<WorkerSettings> = {}): Promise<void> {
    const { threads = SLOTS } = settings;
    fixture = new WorkerFixture(
      { 'inline.id': { run: 'inline', handle: () => ({ thread: threadId }) } },
      {
        loaded: await loadHandlers(HANDLERS),
        handlerRunner: new ScheduledHandlerRunner(threads),
        // A lease of which no third passes, however busy the machine: renewals would be lines in the histories.
        settings: { threads, leaseMs: 120_000, ...settings },
        backoffBaseMs: 10,
      },
    );
    fixture.runner.start();
  }

  afterEach(async () => {
    await fixture.runner.abort();
    await fixture.expectHealthy();
  });

  async function finished(id: string) {
    return eventually(`the end of job ${id}: ${fixture.eventTypes(id).join()}`, () => {
      const job = fixture.job(id);
      return job.finishedAt === null ? undefined : job;
    });
  }

  const run = async (type: string, payload: JsonValue = {}, maxAttempts = 1) =>
    finished(await fixture.create(type, payload, { maxAttempts }));

  it('run on other threads than this one, and inline handlers on this one', async () => {
    await start();
    expect((await run('inline.id')).result).to.deep.equal({ thread: threadId });
    expect((await run('thread.id')).result)
      .to.have.property('thread')
      .that.is.a('number')
      .and.not.equals(threadId);
  });

  it('give back payloads and results of a mebibyte, and own __proto__ keys, equal', async () => {
    await start();
    for (const payload of ['x'.repeat(1_048_000), JSON.parse('{"__proto__":{"a":1}}') as JsonValue, 'ü€😀']) {
      expect((await run('thread.echo', payload)).result).to.deep.equal(payload);
    }
  });

  it('write renewals and reports in the order of asking, all before the end', async () => {
    await start();
    const job = await run('thread.reports');
    expect(job.result).to.deep.include({ renewed: true, attempt: 1, worker: fixture.owners(job.id)[0] });
    const events = fixture.events(job.id).map(({ type, message }) => (type === 'progress' ? message : type));
    const reports = Array.from({ length: 20 }, (_, n) => `report ${n}`);
    expect(events).to.deep.equal(['created', 'claimed', 'first', 'lease_renewed', 'second', ...reports, 'succeeded']);
    const line = fixture.logger.lines.find(({ message }) => message === 'from the thread');
    expect(line?.fields).to.include({ job_id: job.id, big: '1' });
  });

  it('find a context closed that belongs to an attempt that is over', async () => {
    await start({ threads: 1 });
    const first = await run('thread.saves');
    expect((await run('thread.uses-saved')).result).to.deep.equal({ renewed: false });
    expect(fixture.eventTypes(first.id)).to.deep.equal(['created', 'claimed', 'succeeded']);
  });

  it('keep their leases while they burn the processor for five of them', async () => {
    await start({ leaseMs: 1_000, cleanupIntervalMs: 100 });
    const ids = await Promise.all([1, 2].map(() => fixture.create('thread.burn', { ms: 5_000 })));
    for (const id of ids) {
      expect((await finished(id)).result).to.equal('burnt');
      const types = fixture.eventTypes(id);
      expect(types.filter((type) => type === 'timeout_requeued' || type === 'claimed')).to.deep.equal(['claimed']);
      expect(types.filter((type) => type === 'lease_renewed').length).to.be.at.least(10);
    }
  });

  it('fail alone when they end their thread, whatever way', async () => {
    await start({ threads: 4 });
    const wrong = await fixture.create('thread.exit', {}, { maxAttempts: 2 });
    const good = await Promise.all(Array.from({ length: 49 }, (_, n) => fixture.create('thread.echo', n)));
    for (const [n, id] of good.entries()) expect((await finished(id)).result).to.equal(n);
    expect(good.every((id) => fixture.job(id).attempts === 1)).to.equal(true);
    expect((await finished(wrong)).lastError).to.equal('The thread of the handler died (exit)');
    const types = fixture.eventTypes(wrong).filter((type) => type !== 'lease_renewed'); // a thread may start slowly
    expect(types).to.deep.equal(['created', 'claimed', 'retry_scheduled', 'claimed', 'failed']);
    expect((await run('thread.stray')).lastError).to.equal('The thread of the handler died (error): stray');
    expect((await run('thread.echo', 'still there')).status).to.equal('succeeded');
  });

  it('fail with what they threw or returned, in plain text', async () => {
    await start();
    expect((await run('thread.throws', { what: 'text' })).lastError).to.equal('plain text');
    expect((await run('thread.throws', { what: 'undefined' })).lastError).to.equal('The handler threw undefined');
    expect((await run('thread.throws', { what: 'error' })).lastError).to.equal('with a request');
    expect((await run('thread.bad-result')).lastError).to.contain('BigInt');
    const permanent = await run('thread.permanent', {}, 5);
    expect(permanent).to.deep.include({ status: 'failed', attempts: 1, lastError: 'never' });
  });

  it('are ended at their time limit, and their slot goes on', async () => {
    await start({ threads: 1 });
    expect((await run('thread.hang')).lastError).to.equal('Handler timed out');
    expect((await run('thread.echo', 1)).result).to.equal(1);
  });

  it('see their signal abort, and drop their result, when the claim is lost', async () => {
    await start({ leaseMs: 300, threads: 1 });
    const id = await fixture.create('thread.waits', {}, { maxAttempts: 1 });
    await eventually('the claim', () => (fixture.job(id).status === 'running' ? true : undefined));
    await fixture.repository.expireLeases(0, (job) =>
      job.expireLease({ baseMs: 0, maxMs: 0, jitter: 0, sample: () => 0 }),
    );
    const owner = fixture.owners(id)[0] ?? '';
    const token = { jobId: id, workerId: owner, attempt: 1 };
    await fixture.repository.settle(token, { type: 'failed', error: 'taken away' });
    await eventually('the loss', () =>
      fixture.logger.lines.find(({ message }) => message.startsWith('Lost ownership')),
    );
    expect(fixture.job(id).lastError).to.equal('taken away');
    expect((await run('thread.echo', 2)).result).to.equal(2);
  });

  it('are ended after the grace time of a shutdown, and their jobs may run again at once', async () => {
    await start({ shutdownGraceMs: 100 });
    const last = await fixture.create('thread.endless', {}, { maxAttempts: 1 });
    const other = await fixture.create('thread.endless', {}, { maxAttempts: 2 });
    for (const id of [last, other])
      await eventually('the handler to begin', () => (fixture.eventTypes(id).includes('progress') ? true : undefined));
    await fixture.runner.stop();
    expect(fixture.job(last)).to.deep.include({ status: 'failed', lastError: 'Worker shut down' });
    expect(fixture.job(other)).to.deep.include({ status: 'queued', lastError: 'Worker shut down', attempts: 1 });
    expect(fixture.events(other).at(-1)?.data).to.include({ delay_seconds: 0 });
    const stopped = fixture.logger.lines.find(({ message }) => message === 'Worker stopped');
    expect(stopped?.fields.tasks).to.include({ totalCompleted: 2, totalFailed: 2, currentQueueDepth: 0 });
  });
});
