import { expect } from 'chai';
import { durationText, relativeText } from '../../../src/interfaces/web/client/time/duration.js';
import { fullText, instantText, timeText } from '../../../src/interfaces/web/client/time/instant-text.js';
import { delayMs, instantOf, localValue } from '../../../src/interfaces/web/client/time/wall-time.js';
import { offsetAt, wallClock } from '../../../src/interfaces/web/client/time/zone.js';

const clock = (timeZone: string, hour12 = false) => ({ timeZone, hour12 });
const at = (text: string) => Date.parse(text);

describe('lengths of time', () => {
  it('show their two largest units, and are never negative', () => {
    const texts = [
      0, -5, 850, 1000, 12_345, 59_999, 60_000, 245_000, 3_600_000, 7_800_000, 90_000_000, 273_600_000,
    ].map(durationText);
    expect(texts).to.deep.equal([
      '0 ms',
      '0 ms',
      '850 ms',
      '1.0 s',
      '12.3 s',
      '59.9 s',
      '1m 00s',
      '4m 05s',
      '1h 00m',
      '2h 10m',
      '1d 1h',
      '3d 4h',
    ]);
  });

  it('tell how far away something is', () => {
    const now = 1_000_000_000;
    const texts = [0, 999, -999, -12_000, 45_000, -245_000, 7_800_000].map((away) => relativeText(now + away, now));
    expect(texts).to.deep.equal(['now', 'now', 'now', '12s ago', 'in 45s', '4m 05s ago', 'in 2h 10m']);
  });
});

describe('instants on a wall clock', () => {
  const instant = at('2026-11-30T14:03:22.007Z');

  it('are shown in the zone that was chosen', () => {
    expect(instantText(instant, clock('UTC'))).to.equal('2026-11-30 14:03:22');
    expect(instantText(instant, clock('Asia/Tehran'))).to.equal('2026-11-30 17:33:22');
    expect(timeText(instant, clock('UTC', true))).to.equal('02:03:22 PM');
    expect(timeText(at('2026-11-30T00:00:00Z'), clock('UTC'))).to.equal('00:00:00');
  });

  it('are shown whole, with the offset', () => {
    expect(fullText(instant, clock('UTC'))).to.equal('2026-11-30 14:03:22.007 Z');
    expect(fullText(instant, clock('Asia/Tehran'))).to.equal('2026-11-30 17:33:22.007 +03:30');
    expect(fullText(instant, clock('America/New_York', true))).to.equal('2026-11-30 09:03:22.007 AM -05:00');
  });

  it('follow daylight saving time', () => {
    expect(offsetAt(at('2026-01-15T00:00:00Z'), clock('America/New_York'))).to.equal('-05:00');
    expect(offsetAt(at('2026-07-15T00:00:00Z'), clock('America/New_York'))).to.equal('-04:00');
  });

  it('are read from a field and written into it', () => {
    for (const zone of ['UTC', 'Asia/Tehran', 'America/New_York', 'Pacific/Apia', 'Asia/Kathmandu']) {
      for (const text of ['2026-01-15T10:30:00', '2026-07-15T23:59:59', '1970-01-02T00:00:00']) {
        const found = instantOf(text, clock(zone));
        expect(found).to.be.a('number');
        expect(localValue(found ?? 0, clock(zone)), zone).to.equal(text);
      }
    }
    expect(instantOf('2026-11-30T17:33', clock('Asia/Tehran'))).to.equal(at('2026-11-30T14:03:00Z'));
  });

  it('are found around the hours in which clocks are set', () => {
    const newYork = clock('America/New_York');
    expect(instantOf('2026-03-08T01:59', newYork)).to.equal(at('2026-03-08T06:59:00Z'));
    expect(instantOf('2026-03-08T03:00', newYork)).to.equal(at('2026-03-08T07:00:00Z'));
    // Shown twice: one of the two. Never shown: within an hour of it.
    expect([at('2026-11-01T05:30:00Z'), at('2026-11-01T06:30:00Z')]).to.include(instantOf('2026-11-01T01:30', newYork));
    const skipped = instantOf('2026-03-08T02:30', newYork) ?? 0;
    expect(Math.abs(skipped - at('2026-03-08T07:00:00Z'))).to.be.at.most(3_600_000);
  });

  it('are not read from other texts', () => {
    for (const text of ['', 'now', '2026-02-30T10:00x', '2026-13-01T10:00'])
      expect(instantOf(text, clock('UTC')), text).to.equal(undefined);
  });

  it('are on the clock that was chosen', () => {
    expect(wallClock({ zone: 'utc', clock: '12' }, 'Europe/Berlin')).to.deep.equal({ timeZone: 'UTC', hour12: true });
    expect(wallClock({ zone: 'server', clock: '24' }, 'Europe/Berlin').timeZone).to.equal('Europe/Berlin');
    expect(wallClock({ zone: 'local', clock: '24' }, 'Europe/Berlin').timeZone).to.equal(undefined);
  });
});

describe('delays', () => {
  it('are read with their unit', () => {
    expect(['90s', '10m', ' 2h ', '1.5D', '0s'].map(delayMs)).to.deep.equal([
      90_000, 600_000, 7_200_000, 129_600_000, 0,
    ]);
    expect(['', '10', 'm', '-1m', '1w', '1m2s'].map(delayMs)).to.deep.equal(Array(6).fill(undefined));
  });
});
