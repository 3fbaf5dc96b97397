import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { Heartbeat } from '../../../src/interfaces/worker/heartbeat.js';

describe('Heartbeat', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => {
    clock = useFakeTimers({ now: 0 });
  });
  afterEach(() => clock.restore());

  it('beats at the pace that each beat sets', async () => {
    const beats: number[] = [];
    const heartbeat = new Heartbeat(async () => {
      beats.push(Date.now());
      return beats.length * 100;
    });
    heartbeat.schedule(10);
    await clock.tickAsync(700);
    expect(beats).to.deep.equal([10, 110, 310, 610]);
    await heartbeat.stop();
    expect(clock.countTimers()).to.equal(0);
  });

  it('beats once for many plans, the last one counting', async () => {
    let beats = 0;
    const heartbeat = new Heartbeat(async () => {
      beats += 1;
      return 1_000;
    });
    for (const delayMs of [10, 20, 500]) heartbeat.schedule(delayMs);
    await clock.tickAsync(499);
    expect(beats).to.equal(0);
    await clock.tickAsync(1);
    expect(beats).to.equal(1);
    await heartbeat.stop();
  });

  it('never overlaps with itself, and waits in stop for a beat that goes on', async () => {
    let beats = 0;
    let end: () => void = () => {};
    const heartbeat = new Heartbeat(async () => {
      beats += 1;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return 1;
    });
    heartbeat.schedule(0);
    await clock.tickAsync(1);
    heartbeat.schedule(0);
    await clock.tickAsync(100);
    expect(beats).to.equal(1);
    let isStopped = false;
    const stopped = heartbeat.stop().then(() => {
      isStopped = true;
    });
    await clock.tickAsync(100);
    expect(isStopped).to.equal(false);
    end();
    await stopped;
    heartbeat.schedule(0);
    await clock.tickAsync(100);
    expect(beats).to.equal(1);
  });
});
