import { expect } from 'chai';
import { likelySkew, narrowSkew, type SkewBounds } from '../../../src/interfaces/web/client/state/clock-skew.js';
import { pollDelay } from '../../../src/interfaces/web/client/state/poll-policy.js';
import { readPreferences } from '../../../src/interfaces/web/client/state/preferences.js';

describe('the poll policy', () => {
  it('looks as often as was chosen while all is well', () => {
    expect(pollDelay(2_000, 0)).to.equal(2_000);
    expect(pollDelay(30_000, 0)).to.equal(30_000);
  });

  it('backs off from 2 to 30 seconds, and is never faster than was chosen', () => {
    expect([1, 2, 3, 4, 5, 6, 5_000].map((failures) => pollDelay(2_000, failures))).to.deep.equal([
      2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(pollDelay(10_000, 1, 503)).to.equal(10_000);
  });

  it('does not repeat what can only be refused again', () => {
    expect([400, 401, 403, 404].map((status) => pollDelay(2_000, 1, status))).to.deep.equal([
      false,
      false,
      false,
      false,
    ]);
    expect([408, 429, 500, 503].map((status) => pollDelay(2_000, 1, status))).to.deep.equal([
      2_000, 2_000, 2_000, 2_000,
    ]);
  });
});

describe('the skew between the clocks', () => {
  /** Answers of a server whose clock is ahead, each after 40 ms, its date cut to the second. */
  function measured(aheadMs: number, starts: readonly number[]): SkewBounds | null {
    return starts.reduce<SkewBounds | null>((known, sentAt) => {
      const dateAt = Math.floor((sentAt + 20 + aheadMs) / 1000) * 1000;
      return narrowSkew(known, { sentAt, receivedAt: sentAt + 40, dateAt });
    }, null);
  }

  for (const aheadMs of [0, 600_000, -600_000, 1_234]) {
    it(`is found to a fraction of a second: ${aheadMs} ms`, () => {
      expect(Math.abs(likelySkew(measured(aheadMs, [100_000])) - aheadMs)).to.be.below(600);
      const starts = Array.from({ length: 20 }, (_, index) => 100_000 + index * 2_137);
      expect(Math.abs(likelySkew(measured(aheadMs, starts)) - aheadMs)).to.be.below(100);
    });
  }

  it('is begun anew when a clock was set', () => {
    const known = measured(0, [100_000, 102_137]);
    const later = narrowSkew(known, { sentAt: 110_000, receivedAt: 110_040, dateAt: 710_000 });
    expect(likelySkew(later)).to.be.within(599_000, 601_000);
    expect(likelySkew(null)).to.equal(0);
  });
});

describe('preferences', () => {
  it('are the defaults where nothing or nonsense is stored', () => {
    const defaults = readPreferences(null);
    expect(defaults).to.deep.include({ theme: 'system', refreshMs: 2_000, pageSize: 25, paused: false });
    for (const stored of [
      '',
      '{',
      '7',
      'null',
      '[]',
      '{"theme":"pink","refreshMs":1,"pageSize":1e9,"hiddenColumns":7}',
    ]) {
      expect(readPreferences(stored), stored).to.deep.equal(defaults);
    }
  });

  it('are what was stored, as far as it can be chosen', () => {
    const stored = JSON.stringify({ theme: 'dark', zone: 'utc', paused: true, hiddenColumns: ['id', 7], evil: 1 });
    const { theme, zone, paused, hiddenColumns, ...rest } = readPreferences(stored);
    expect([theme, zone, paused, hiddenColumns]).to.deep.equal(['dark', 'utc', true, ['id']]);
    expect(rest).not.to.have.property('evil');
  });
});
