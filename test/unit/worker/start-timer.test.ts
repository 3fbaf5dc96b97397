import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { pause, settlesWithin, startTimer } from '../../../src/interfaces/worker/start-timer.js';

describe('startTimer', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => {
    clock = useFakeTimers();
  });
  afterEach(() => clock.restore());

  it('waits longer than the longest timer of Node', () => {
    let calls = 0;
    const days40 = 40 * 86_400_000;
    startTimer(days40, () => {
      calls += 1;
    });
    clock.tick(days40 - 1);
    expect(calls).to.equal(0);
    clock.tick(1);
    expect(calls).to.equal(1);
    expect(clock.countTimers()).to.equal(0);
  });

  it('can be cancelled in any of its parts, and afterwards', () => {
    let calls = 0;
    const cancel = startTimer(2_147_483_647 * 2, () => {
      calls += 1;
    });
    clock.tick(2_147_483_648);
    cancel();
    expect(clock.countTimers()).to.equal(0);
    cancel();
    expect(calls).to.equal(0);
  });

  it('lets a pause end early, also one that begins too late', async () => {
    const controller = new AbortController();
    const paused = pause(60_000, controller.signal);
    controller.abort();
    await paused;
    await pause(60_000, controller.signal);
    expect(clock.countTimers()).to.equal(0);
  });

  it('says whether a promise settled in time', async () => {
    expect(await settlesWithin(Promise.reject(new Error('settled')), 10)).to.equal(true);
    const never = new Promise(() => undefined);
    const late = settlesWithin(never, 10);
    await clock.tickAsync(10);
    expect(await late).to.equal(false);
    expect(await settlesWithin(never, 10, AbortSignal.abort())).to.equal(false);
    expect(clock.countTimers()).to.equal(0);
  });
});
