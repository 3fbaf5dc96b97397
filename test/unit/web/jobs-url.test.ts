import { expect } from 'chai';
import fc from 'fast-check';
import { JOB_STATUSES } from '../../../src/interfaces/web/client/api/types.js';
import { isFiltered, type JobsView, ORDERINGS, orderingOf } from '../../../src/interfaces/web/client/url/job-filter.js';
import { apiFilter, jobsSearch, readJobsUrl } from '../../../src/interfaces/web/client/url/jobs-url.js';

const text = fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme' }).filter((value) => {
  return value.length <= 255 && !value.includes('\0') && value.isWellFormed();
});
const time = fc
  .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString());
const path = fc
  .array(
    fc.stringMatching(/^[^.\0]{1,20}$/).filter((key) => key.isWellFormed()),
    { minLength: 1, maxLength: 10 },
  )
  .map((keys) => keys.join('.'));

const view: fc.Arbitrary<JobsView> = fc.record({
  filter: fc
    .record(
      {
        status: fc.constantFrom(...JOB_STATUSES),
        type: text,
        id: fc.stringMatching(/^[0-9a-f-]{1,36}$/),
        from: time,
        to: time,
        worker: text,
        error: text,
        key: text,
      },
      { requiredKeys: [] },
    )
    .chain((filter) =>
      fc
        .uniqueArray(fc.record({ path, value: fc.string().filter((value) => value.isWellFormed()) }), {
          maxLength: 5,
          selector: (condition) => condition.path,
        })
        .map((payload) => ({ ...filter, payload })),
    ),
  offset: fc.nat(999_999_999),
});

describe('the address of a list of jobs', () => {
  it('says all of a view', () => {
    fc.assert(
      fc.property(view, fc.option(fc.constantFrom(...ORDERINGS), { nil: undefined }), (base, order) => {
        const whole: JobsView = { ...base, ...(order !== undefined && { order }) };
        expect(readJobsUrl(jobsSearch(whole))).to.deep.equal({ view: whole, ignored: [] });
      }),
    );
  });

  it('is empty for the first page of everything', () => {
    expect(jobsSearch({ filter: { payload: [] }, offset: 0 })).to.equal('');
    expect(readJobsUrl('').view).to.deep.equal({ filter: { payload: [] }, offset: 0 });
  });

  it('never breaks the page, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), (search) => {
        readJobsUrl(`?${search}`);
      }),
    );
  });

  for (const [search, ignored] of [
    ['?status=open', ['status']],
    ['?status=failed&status=queued', ['status']],
    ['?offset=-1&limit=5', ['offset', 'limit']],
    ['?offset=1e3', ['offset']],
    ['?from=yesterday&to=2024-13-40T00:00:00Z', ['from', 'to']],
    ['?from=2024-01-01T00:00:00', ['from']],
    ['?id=xyz', ['id']],
    ['?order=random()', ['order']],
    ['?payload.=1&payload.a..b=1&payload.a=1&payload.a=2', ['payload.', 'payload.a..b', 'payload.a']],
    ['?__proto__=1&constructor=2&toString=3', ['__proto__', 'constructor', 'toString']],
    [`?type=${'x'.repeat(256)}&worker=%00`, ['type', 'worker']],
  ] as const) {
    it(`passes over what is wrong in ${search.slice(0, 60)}`, () => {
      expect(readJobsUrl(search).ignored).to.deep.equal(ignored);
    });
  }

  it('becomes the parameters of the API', () => {
    const { filter } = readJobsUrl(
      '?status=failed&from=2024-01-01T00:00:00Z&key=k&payload.a.0=5&payload.b=%225%22',
    ).view;
    expect(String(apiFilter(filter))).to.equal(
      'status=failed&created_from=2024-01-01T00%3A00%3A00Z&idempotency_key=k&payload.a.0=5&payload.b=%225%22',
    );
  });

  it('knows whether anything but the status filters', () => {
    expect(isFiltered({ status: 'failed', payload: [] })).to.equal(false);
    expect(isFiltered({ type: 'a', payload: [] })).to.equal(true);
    expect(isFiltered({ payload: [{ path: 'a', value: '1' }] })).to.equal(true);
  });

  it('has an order that fits the status unless another one is asked for', () => {
    const order = (search: string) => orderingOf(readJobsUrl(search).view);
    expect(['', '?status=failed', '?status=queued', '?status=running'].map(order)).to.deep.equal([
      '-created_at',
      '-finished_at',
      'claim',
      '-created_at',
    ]);
    expect(order('?status=failed&order=created_at')).to.equal('created_at');
    // Only queued jobs have a claim order; the API refuses it for others.
    expect(order('?status=failed&order=claim')).to.equal('-finished_at');
  });
});
