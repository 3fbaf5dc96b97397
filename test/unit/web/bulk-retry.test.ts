import { expect } from 'chai';
import { scalarOf, targetOfFilter, targetOfIds } from '../../../src/interfaces/web/client/retry/bulk-filter.js';
import { type Progress, runBulkRetry } from '../../../src/interfaces/web/client/retry/run-bulk-retry.js';

/** A server with so many failed jobs, every tenth of which somebody else retries first. */
function serverWith(failed: number) {
  let left = failed;
  const limits: number[] = [];
  const retry = async (limit: number) => {
    limits.push(limit);
    const done = Math.min(limit, left);
    left -= done;
    const skipped = Math.floor(done / 10);
    return { matched: left + done, retried: done - skipped, skipped };
  };
  return { retry, limits };
}

const options = { perSecond: null, onProgress: () => {}, isStopped: () => false, pause: async () => {} };

describe('a bulk retry', () => {
  it('goes in chunks until all are done', async () => {
    const { retry, limits } = serverWith(250);
    const seen: Progress[] = [];
    const result = await runBulkRetry({ ...options, total: 250, retry, onProgress: (progress) => seen.push(progress) });
    expect(limits).to.deep.equal([100, 100, 50]);
    expect(result).to.deep.equal({ retried: 225, skipped: 25 });
    expect(seen.at(-1)).to.deep.equal(result);
  });

  it('touches no more jobs than were agreed to, though more fail meanwhile', async () => {
    const { retry, limits } = serverWith(10_000);
    await runBulkRetry({ ...options, total: 120, retry });
    expect(limits).to.deep.equal([100, 20]);
  });

  it('ends when nothing matches any more', async () => {
    const { retry, limits } = serverWith(30);
    expect(await runBulkRetry({ ...options, total: 500, retry })).to.deep.equal({ retried: 27, skipped: 3 });
    expect(limits).to.deep.equal([100, 100]);
  });

  it('stops when it is told to', async () => {
    const { retry, limits } = serverWith(10_000);
    await runBulkRetry({ ...options, total: 10_000, retry, isStopped: () => limits.length >= 2 });
    expect(limits).to.have.length(2);
  });

  it('keeps to a rate', async () => {
    const { retry, limits } = serverWith(100);
    const pauses: number[] = [];
    await runBulkRetry({ ...options, total: 25, retry, perSecond: 10, pause: async (ms) => void pauses.push(ms) });
    expect(limits).to.deep.equal([10, 10, 5]);
    expect(pauses).to.deep.equal([1000, 1000]);
  });
});

describe('the jobs of a bulk retry', () => {
  it('are those of the list, by the names of the API and in words', () => {
    const { filter, words } = targetOfFilter({
      status: 'failed',
      type: 'mail',
      from: '2026-01-01T00:00:00Z',
      key: 'k',
      payload: [
        { path: 'a.b', value: '5' },
        { path: 'c', value: '"5"' },
      ],
    });
    expect(filter).to.deep.equal({
      type: 'mail',
      created_from: '2026-01-01T00:00:00Z',
      idempotency_key: 'k',
      payload: { 'a.b': 5, c: '5' },
    });
    expect(words).to.contain('type contains “mail”').and.to.contain('payload a.b is 5');
    expect(targetOfFilter({ status: 'failed', payload: [] })).to.deep.equal({ filter: {}, words: 'all failed jobs' });
    expect(targetOfIds(['a', 'b'])).to.deep.equal({ filter: { ids: ['a', 'b'] }, words: 'the 2 selected jobs' });
  });

  it('have values with the types that the API reads', () => {
    const values = ['5', '-1.5', 'true', 'null', '"x"', 'x', '{"a":1}', '[1]', ''].map(scalarOf);
    expect(values).to.deep.equal([5, -1.5, true, null, 'x', 'x', '{"a":1}', '[1]', '']);
  });
});
