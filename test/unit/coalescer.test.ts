import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import { Coalescer, type CoalescerOptions } from '../../src/infrastructure/persistence/coalescer.js';
import { rejection } from '../support/rejection.js';

interface Run {
  readonly items: readonly string[];
  answer(): void;
  fail(error: Error): void;
}

/** Items are texts; the result of one is itself in capitals. */
function coalescer(options: Partial<CoalescerOptions<string>> = {}) {
  const runs: Run[] = [];
  const subject = new Coalescer<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, answer: () => resolve(items.map((item) => item.toUpperCase())), fail: reject });
      }),
    { maxItems: 10, ...options },
  );
  return { subject, runs, batches: () => runs.map(({ items }) => items.join('')) };
}

const turn = () => new Promise(setImmediate);

/** Answers run after run until nothing is left. */
async function answerAll(runs: readonly Run[]): Promise<void> {
  await turn();
  for (let next = 0; next < runs.length; next += 1) {
    runs[next]?.answer();
    await turn();
  }
}

const refused = () => Object.assign(new Error('duplicate key'), { code: '23505' });
const lost = () => new StoreUnavailableError(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));

describe('Coalescer', () => {
  it('sends what one turn of the event loop brings, and merges what arrives meanwhile', async () => {
    const { subject, runs, batches } = coalescer();
    const results = [...'ab'].map((item) => subject.submit(item));
    expect(batches()).to.deep.equal([]);
    await turn();
    expect(batches()).to.deep.equal(['ab']);
    results.push(...[...'cd'].map((item) => subject.submit(item)));
    await turn();
    results.push(subject.submit('e'));
    expect(batches()).to.deep.equal(['ab']);
    runs[0]?.answer();
    await turn();
    expect(batches()).to.deep.equal(['ab', 'cde']);
    await answerAll(runs);
    expect(await Promise.all(results)).to.deep.equal([...'ABCDE']);
  });

  it('does not wait for a statement that stands still, nor for a result that is a promise', async () => {
    const clock = useFakeTimers();
    try {
      const { subject, runs, batches } = coalescer();
      const stuck = subject.submit('a');
      await clock.tickAsync(0);
      const next = subject.submit('b');
      await clock.tickAsync(999);
      expect(batches()).to.deep.equal(['a']);
      await clock.tickAsync(1);
      expect(batches()).to.deep.equal(['a', 'b']);
      runs[1]?.answer();
      expect(await next).to.equal('B');
      runs[0]?.answer();
      expect(await stuck).to.equal('A');
    } finally {
      clock.restore();
    }
    let finish: (result: string) => void = () => {};
    const late = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const mixed = new Coalescer<string, string>(async (items) => items.map((item) => (item === 'x' ? late : item)), {
      maxItems: 10,
    });
    const waiting = mixed.submit('x');
    expect(await mixed.submit('y')).to.equal('y');
    finish('done');
    expect(await waiting).to.equal('done');
  });

  it('begins anew after it has come to rest', async () => {
    const { subject, runs, batches } = coalescer();
    for (const item of 'ab') {
      const result = subject.submit(item);
      await turn();
      runs.at(-1)?.answer();
      expect(await result).to.equal(item.toUpperCase());
      await turn();
    }
    expect(batches()).to.deep.equal(['a', 'b']);
  });

  it('keeps to the largest size, first come first served', async () => {
    const { subject, runs, batches } = coalescer({ maxItems: 3 });
    const results = [...'abcdefgh'].map((item) => subject.submit(item));
    await answerAll(runs);
    expect(batches()).to.deep.equal(['abc', 'def', 'gh']);
    expect(await Promise.all(results)).to.deep.equal([...'ABCDEFGH']);
  });

  it('serves those who waited before those who came later', async () => {
    const { subject, runs, batches } = coalescer({ maxItems: 2 });
    const results = [...'abc'].map((item) => subject.submit(item));
    await turn();
    results.push(...[...'de'].map((item) => subject.submit(item)));
    await answerAll(runs);
    expect(batches()).to.deep.equal(['ab', 'cd', 'e']);
    await Promise.all(results);
  });

  it('never puts two items of one key in a batch, and keeps their order', async () => {
    const { subject, runs, batches } = coalescer({ keyOf: (item) => item.toLowerCase() });
    const results = [...'xaAbAa'].map((item) => subject.submit(item));
    await answerAll(runs);
    expect(batches()).to.deep.equal(['xab', 'A', 'A', 'a']);
    expect(await Promise.all(results)).to.deep.equal([...'XAABAA']);
  });

  it('closes a batch that is heavy enough', async () => {
    const { subject, runs, batches } = coalescer({ weigh: (item) => (item === 'h' ? 3_000_000 : 1) });
    const results = [...'xhhhlh'].map((item) => subject.submit(item));
    await answerAll(runs);
    expect(batches()).to.deep.equal(['xhh', 'hlh']);
    await Promise.all(results);
  });

  it('runs a refused batch item by item, so that only the bad one fails', async () => {
    const { subject, runs, batches } = coalescer();
    const results = [...'abcd'].map((item) => subject.submit(item).catch((error: Error) => error.message));
    await turn();
    runs[0]?.fail(refused());
    await turn();
    for (const run of [1, 2, 3, 4]) {
      if (run === 3) runs[run]?.fail(refused());
      else runs[run]?.answer();
      await turn();
    }
    expect(await Promise.all(results)).to.deep.equal(['A', 'B', 'duplicate key', 'D']);
    expect(batches()).to.deep.equal(['abcd', 'a', 'b', 'c', 'd']);
  });

  it('tells every caller of a batch whose outcome is unknown, and goes on', async () => {
    const { subject, runs, batches } = coalescer({ maxItems: 2 });
    const results = [...'abcd'].map((item) => subject.submit(item));
    const outcomes = Promise.allSettled(results);
    await turn();
    runs[0]?.fail(lost());
    await turn();
    runs[1]?.answer();
    expect((await outcomes).map(({ status }) => status)).to.deep.equal([
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(batches()).to.deep.equal(['ab', 'cd']);
  });

  it('does not repeat a lone item that was refused', async () => {
    const { subject, runs } = coalescer();
    const result = subject.submit('a');
    await turn();
    runs[0]?.fail(refused());
    expect((await rejection(result)).message).to.equal('duplicate key');
    expect(runs).to.have.length(1);
  });

  it('merges nothing where one item is the most: all run beside each other', async () => {
    const { subject, runs, batches } = coalescer({ maxItems: 1 });
    const results = [...'abc'].map((item) => subject.submit(item));
    expect(batches()).to.deep.equal(['a', 'b', 'c']);
    for (const run of [...runs].reverse()) run.answer();
    expect(await Promise.all(results)).to.deep.equal(['A', 'B', 'C']);
  });
});
