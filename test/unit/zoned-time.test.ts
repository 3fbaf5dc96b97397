import { expect } from 'chai';
import { INSTANT_RANGE } from '../../src/domain/new-job.js';
import { timeFormatIn } from '../../src/interfaces/http/zoned-time.js';

describe('timeFormatIn', () => {
  const cases: Array<[string, string, string]> = [
    ['UTC', '2024-07-01T12:00:00.007Z', '2024-07-01T12:00:00.007Z'],
    ['UTC', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['Asia/Tehran', '2024-07-01T12:00:00.000Z', '2024-07-01T15:30:00.000+03:30'],
    ['Asia/Kathmandu', '2024-07-01T12:00:00.000Z', '2024-07-01T17:45:00.000+05:45'],
    ['America/New_York', '2024-03-10T06:59:59.999Z', '2024-03-10T01:59:59.999-05:00'],
    ['America/New_York', '2024-03-10T07:00:00.000Z', '2024-03-10T03:00:00.000-04:00'],
    ['America/New_York', '2024-11-03T05:30:00.000Z', '2024-11-03T01:30:00.000-04:00'],
    ['America/New_York', '2024-11-03T06:30:00.000Z', '2024-11-03T01:30:00.000-05:00'],
    ['America/New_York', '1970-01-01T00:00:00.000Z', '1969-12-31T19:00:00.000-05:00'],
    ['America/St_Johns', '2006-04-02T03:30:59.999Z', '2006-04-02T00:00:59.999-03:30'],
    ['America/St_Johns', '2006-04-02T03:31:00.000Z', '2006-04-02T01:01:00.000-02:30'],
    ['Pacific/Apia', '2011-12-30T09:59:59.000Z', '2011-12-29T23:59:59.000-10:00'],
    ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31T00:00:00.000+14:00'],
    ['Africa/Monrovia', '1970-06-01T00:00:00.000Z', '1970-05-31T23:16:00.000-00:44'],
    ['Europe/London', '1970-01-01T00:00:00.000Z', '1970-01-01T01:00:00.000+01:00'],
    ['Asia/Tehran', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['America/New_York', '9999-12-31T23:59:59.999Z', '9999-12-31T18:59:59.999-05:00'],
  ];
  for (const [zone, instant, text] of cases) {
    it(`writes ${instant} in ${zone} as ${text}`, () => {
      const format = timeFormatIn(zone);
      expect([format(Date.parse(instant)), format(Date.parse(instant))]).to.deep.equal([text, text]);
    });
  }

  it('always writes the same instant, in a form of RFC 3339', () => {
    // A linear congruential generator, so that a failure can be repeated.
    let seed = 42;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    for (const zone of [
      'Asia/Tehran',
      'America/Caracas',
      'Africa/Monrovia',
      'Australia/Lord_Howe',
      'Antarctica/Troll',
      'Europe/Dublin',
    ]) {
      const format = timeFormatIn(zone);
      for (let n = 0; n < 500; n += 1) {
        const at = Math.floor(random() * (n % 2 === 0 ? INSTANT_RANGE.max : 2_000_000_000_000));
        const text = format(at);
        expect(text).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/);
        expect(Date.parse(text), `${zone} ${at}`).to.equal(at);
      }
    }
  });

  it('knows no zone that does not exist', () => {
    expect(() => timeFormatIn('Mars/Olympus')).to.throw(RangeError);
  });
});
