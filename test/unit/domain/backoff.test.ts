import { expect } from 'chai';
import { backoffDelayMs } from '../../../src/domain/backoff.js';

const exact = (baseMs: number, maxMs: number) => ({ baseMs, maxMs, jitter: 0, sample: () => 0.5 });

describe('backoffDelayMs', () => {
  it('doubles with each attempt up to the maximum', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => backoffDelayMs(attempt, exact(5_000, 300_000)));
    expect(delays).to.deep.equal([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
  });

  it('is finite and never negative for every attempt', () => {
    for (const attempt of [1, 31, 32, 33, 34, 63, 64, 65, 1_024, 1_025, 10_000, 2 ** 31 - 1]) {
      expect(backoffDelayMs(attempt, exact(5_000, 300_000)), `${attempt}`).to.be.within(5_000, 300_000);
      expect(backoffDelayMs(attempt, exact(1, 2 ** 31 - 1)), `${attempt}`).to.be.within(1, 2 ** 31 - 1);
      expect(backoffDelayMs(attempt, exact(0, 300_000)), `${attempt}`).to.equal(0);
    }
  });

  it('never exceeds a maximum below the base', () => {
    expect(backoffDelayMs(1, exact(5_000, 1_000))).to.equal(1_000);
  });

  it('takes at most the jitter’s share away', () => {
    const delay = (sample: number) =>
      backoffDelayMs(1, { baseMs: 10_000, maxMs: 60_000, jitter: 0.2, sample: () => sample });
    expect([delay(0), delay(0.5), delay(0.999_999)]).to.deep.equal([10_000, 9_000, 8_000]);
  });

  it('asks for no sample when there is no jitter', () => {
    const policy = {
      ...exact(1_000, 2_000),
      sample: () => {
        throw new Error('asked');
      },
    };
    expect(backoffDelayMs(1, policy)).to.equal(1_000);
  });
});
