import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import type { JsonValue } from '../../src/domain/json.js';
import demoHandlers from '../../src/interfaces/worker/demo-handlers.js';
import { WorkerFixture } from '../support/worker-fixture.js';

describe('The demo handlers', () => {
  let clock: SinonFakeTimers;
  let fixture: WorkerFixture;
  beforeEach(() => {
    clock = useFakeTimers({ now: 1_700_000_000_000 });
    fixture = new WorkerFixture(demoHandlers, { settings: { leaseMs: 30_000, cleanupIntervalMs: 5_000 } });
    fixture.runner.start();
  });
  afterEach(async () => {
    await fixture.stop(clock);
    clock.restore();
  });

  async function run(type: string, payload: JsonValue, ms: number, maxAttempts = 3): Promise<string> {
    const id = await fixture.create(type, payload, { maxAttempts });
    await clock.tickAsync(ms);
    return id;
  }

  it('demo.success sleeps, reports, renews and succeeds', async () => {
    for (const payload of [{}, { sleep_seconds: 1, other: 'allowed' }]) {
      const id = await run('demo.success', payload, 1_100);
      expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'progress', 'lease_renewed', 'succeeded']);
    }
  });

  it('demo.fail reports and fails with the error asked for', async () => {
    const plain = await run('demo.fail', {}, 100, 1);
    expect(fixture.eventTypes(plain)).to.deep.equal(['created', 'claimed', 'progress', 'failed']);
    expect(fixture.job(plain).lastError).to.equal('Intentional demo failure');
    const custom = await run('demo.fail', { error: 'as asked' }, 100);
    expect(fixture.job(custom)).to.include({ status: 'queued', lastError: 'as asked' });
  });

  it('demo.slow outlasts its lease and keeps its job', async () => {
    const id = await run('demo.slow', {}, 45_100);
    expect(fixture.job(id)).to.include({ status: 'succeeded', attempts: 1 });
    expect(fixture.eventTypes(id)).to.include.members(['progress', 'lease_renewed']);
  });

  it('demo.timeout loses its job when the lease runs out, and stops', async () => {
    const id = await run('demo.timeout', {}, 36_000, 1);
    expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'failed']);
    expect(fixture.job(id).lastError).to.equal('Lease expired');
    await clock.tickAsync(5_000);
    expect(fixture.logger.messages('warn')).to.include('Lost ownership of the job: its outcome is dropped');
  });

  it('demo.flaky fails until the attempt asked for', async () => {
    const id = await run('demo.flaky', {}, 2_000);
    expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'retry_scheduled', 'claimed', 'succeeded']);
    const third = await run('demo.flaky', { fail_until_attempt: 3 }, 5_000);
    expect(fixture.job(third)).to.include({ status: 'succeeded', attempts: 3 });
  });

  it('listen to their signal, so that a shutdown gives their jobs back', async () => {
    const ids = [await run('demo.slow', {}, 10), await run('demo.timeout', {}, 10)];
    await fixture.stop(clock);
    for (const id of ids) expect(fixture.job(id)).to.include({ status: 'queued', lastError: 'Worker shut down' });
  });

  it('refuse payloads that make no sense', async () => {
    for (const [type, payload] of [
      ['demo.success', { sleep_seconds: -1 }],
      ['demo.slow', { sleep_seconds: '1' }],
      ['demo.timeout', []],
      ['demo.fail', { error: 1 }],
      ['demo.flaky', { fail_until_attempt: 'two' }],
    ] as const) {
      const id = await run(type, payload as unknown as JsonValue, 100);
      expect(fixture.job(id).status, type).to.equal('failed');
      expect(fixture.job(id).lastError, type).to.match(/^The payload is not valid: /);
    }
  });
});
