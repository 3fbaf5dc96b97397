import { expect } from 'chai';
import sinon from 'sinon';
import { UuidIds } from '../../src/infrastructure/uuid-ids.js';

describe('UuidIds', () => {
  const clock = () => sinon.useFakeTimers({ now: Date.UTC(2030, 0, 1), toFake: ['Date'] });
  afterEach(() => sinon.restore());

  it('makes UUIDs of version 7 in lower case', () => {
    expect(new UuidIds().next()).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('makes ids that sort as they were made, also while the clock stands still or steps back', () => {
    const time = clock();
    const ids = new UuidIds();
    const made: string[] = [];
    for (const stepMs of [0, 1, -3_600_000, 0, 500, 3_600_000, -1]) {
      time.setSystemTime(Date.now() + stepMs);
      for (let count = 0; count < 5000; count++) made.push(ids.next());
    }
    expect(new Set(made).size).to.equal(made.length);
    expect([...made].sort()).to.deep.equal(made);
  });

  it('keeps one order in all of the process', () => {
    clock();
    const made = Array.from({ length: 100 }, () => new UuidIds().next());
    expect([...made].sort()).to.deep.equal(made);
  });
});
