import { expect } from 'chai';
import sinon from 'sinon';
import { SharedReading } from '../../src/infrastructure/persistence/shared-reading.js';
import { rejection } from '../support/rejection.js';

const MAX_AGE_MS = 2_000;
const LARGE = 100;

describe('SharedReading', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => {
    clock = sinon.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => clock.restore());

  /** Readings that are answered when the test says so. */
  function readings() {
    const pending: { resolve(value: number): void; reject(error: Error): void }[] = [];
    let taken = 0;
    const reading = new SharedReading(
      () => {
        taken += 1;
        return new Promise<number>((resolve, reject) => pending.push({ resolve, reject }));
      },
      (value) => value >= LARGE,
      MAX_AGE_MS,
    );
    const answerAll = (value: number) => {
      for (const each of pending.splice(0)) each.resolve(value);
    };
    return { reading, pending, answerAll, taken: () => taken };
  }

  async function readOnce({ reading, answerAll }: ReturnType<typeof readings>, value: number): Promise<void> {
    const answer = reading.read();
    await Promise.resolve();
    answerAll(value);
    await answer;
  }

  it('takes a small one anew for each caller', async () => {
    const source = readings();
    await readOnce(source, 5);
    const [one, other] = [source.reading.read(), source.reading.read()];
    expect(source.taken()).to.equal(3);
    source.answerAll(6);
    expect(await Promise.all([one, other])).to.deep.equal([
      { value: 6, ageMs: 0 },
      { value: 6, ageMs: 0 },
    ]);
  });

  it('shares a large one until it is too old, and says how old it is', async () => {
    const source = readings();
    await readOnce(source, LARGE);
    clock.tick(MAX_AGE_MS - 1);
    expect(await source.reading.read()).to.deep.equal({ value: LARGE, ageMs: MAX_AGE_MS - 1 });
    clock.tick(1);
    const late = source.reading.read();
    expect(source.taken()).to.equal(2);
    source.answerAll(LARGE + 1);
    expect(await late).to.deep.equal({ value: LARGE + 1, ageMs: 0 });
  });

  it('lets callers join the large one under way', async () => {
    const source = readings();
    await readOnce(source, LARGE);
    clock.tick(MAX_AGE_MS);
    const answers = Array.from({ length: 20 }, () => source.reading.read());
    expect(source.taken()).to.equal(2);
    source.answerAll(LARGE);
    await Promise.all(answers);
  });

  it('takes one for all who ask before anything is known, and shares it only if it is large', async () => {
    for (const { value, readingsTaken } of [
      { value: LARGE, readingsTaken: 1 },
      { value: 1, readingsTaken: 5 },
    ]) {
      const source = readings();
      const answers = [source.reading.read()];
      await new Promise(setImmediate);
      for (let n = 0; n < 4; n += 1) answers.push(source.reading.read());
      await new Promise(setImmediate);
      expect(source.taken()).to.equal(1);
      source.answerAll(value);
      await answers[0];
      await new Promise(setImmediate);
      source.answerAll(value);
      await Promise.all(answers);
      expect(source.taken()).to.equal(readingsTaken);
    }
  });

  it('passes a failure on to those who wait, and tries again for the next', async () => {
    const source = readings();
    await readOnce(source, LARGE);
    clock.tick(MAX_AGE_MS);
    const answers = [source.reading.read(), source.reading.read()];
    for (const waiting of source.pending.splice(0)) waiting.reject(new Error('away'));
    for (const answer of answers) expect((await rejection(answer)).message).to.equal('away');
    await readOnce(source, LARGE + 2);
    expect((await source.reading.read()).value).to.equal(LARGE + 2);
  });
});
