import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { WorkerFixture } from '../support/worker-fixture.js';

describe('MaintenanceLoop', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => {
    clock = useFakeTimers({ now: 1_700_000_000_000 });
  });
  afterEach(() => clock.restore());

  /** Jobs that another process claimed and lost. */
  async function abandoned(fixture: WorkerFixture, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) ids.push(await fixture.create('lost'));
    await fixture.repository.claim(
      ids.map((_, index) => `gone-${index}`),
      1_000,
    );
    return ids;
  }

  it('recovers what it finds at the start, and the worker runs it', async () => {
    const fixture = new WorkerFixture({ lost: { handle: () => 1 } });
    const [id = ''] = await abandoned(fixture, 1);
    await clock.tickAsync(1_500);
    fixture.runner.start();
    await clock.tickAsync(10);
    expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'timeout_requeued']);
    expect(fixture.logger.lines.find((line) => line.message === 'Lease expired')?.fields).to.include({ job_id: id });
    await clock.tickAsync(1_600);
    expect(fixture.job(id).status).to.equal('succeeded');
    await fixture.stop(clock);
  });

  it('wakes the slots when a job it took back may begin at once', async () => {
    const settings = { pollIntervalMs: 1_000_000 };
    const fixture = new WorkerFixture({ lost: { handle: () => 1 } }, { settings, backoffBaseMs: 0 });
    const [id = ''] = await abandoned(fixture, 1);
    fixture.runner.start();
    await clock.tickAsync(2_100);
    expect(fixture.eventTypes(id).slice(2)).to.deep.equal(['timeout_requeued', 'claimed', 'succeeded']);
    await fixture.stop(clock);
  });

  it('works on while every slot is busy', async () => {
    const fixture = new WorkerFixture(
      { hang: { handle: () => new Promise(() => undefined) } },
      { settings: { threads: 1 } },
    );
    await fixture.create('hang');
    fixture.runner.start();
    await clock.tickAsync(100);
    const [id = ''] = await abandoned(fixture, 1);
    await clock.tickAsync(2_100);
    expect(fixture.eventTypes(id).at(-1)).to.equal('timeout_requeued');
    await fixture.stop(clock);
  });

  it('goes on at once after a pass that found something', async () => {
    const fixture = new WorkerFixture({ lost: { handle: () => 1 } });
    const ids = await abandoned(fixture, 25);
    await clock.tickAsync(1_500);
    fixture.runner.start();
    await clock.tickAsync(50);
    for (const id of ids) expect(fixture.eventTypes(id)).to.include('timeout_requeued');
    await fixture.stop(clock);
  });

  it('never makes two passes at once', async () => {
    const fixture = new WorkerFixture({});
    let letGo: () => void = () => {};
    fixture.repository.hold.expireLeases = new Promise((resolve) => {
      letGo = resolve;
    });
    fixture.runner.start();
    await clock.tickAsync(10_000);
    expect(fixture.repository.calls.expireLeases).to.equal(1);
    letGo();
    await clock.tickAsync(1_100);
    expect(fixture.repository.calls.expireLeases).to.equal(2);
    await fixture.stop(clock);
  });

  it('survives failing passes', async () => {
    const fixture = new WorkerFixture({ lost: { handle: () => 1 } });
    const [id = ''] = await abandoned(fixture, 1);
    await clock.tickAsync(1_500);
    fixture.repository.fail('expireLeases', 'before', 2);
    fixture.runner.start();
    await clock.tickAsync(2_000);
    expect(fixture.eventTypes(id)).to.include('timeout_requeued');
    await fixture.stop(clock);
  });
});
