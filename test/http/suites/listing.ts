import { expect } from 'chai';
import type { ApiHarness } from '../api-harness.js';

interface JobPage {
  readonly count: number;
  readonly count_capped?: boolean;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: ReadonlyArray<{ readonly id: string; readonly type: string }>;
}

/** `GET /api/jobs/` */
export function describeListing(api: () => ApiHarness): void {
  const follow = async (link: string | null): Promise<JobPage> =>
    (await api().call(String(link).slice(api().url.length))).json;
  const list = async (query = ''): Promise<JobPage> => (await api().call(`/api/jobs/${query}`)).json;
  const types = async (query: string) => (await list(query)).results.map(({ type }) => type);

  before(async () => {
    for (let n = 0; n < 30; n += 1) await api().create({ type: `page.${String(n).padStart(2, '0')}` });
    for (const type of ['a%b', 'a_b', 'a\\b', 'a％b', "a'b", 'Mixed.Case', 'ОТЧЁТ', 'İstanbul'])
      await api().create({ type });
  });

  it('is newest first, 25 to a page, and links to both neighbours', async () => {
    const first = await list('?type=page.');
    expect(first).to.include({ count: 30, previous: null });
    expect(first.results.map(({ type }) => type).slice(0, 2)).to.deep.equal(['page.29', 'page.28']);
    expect(first.results).to.have.lengthOf(25);
    expect(first.next).to.equal(`${api().url}/api/jobs/?limit=25&offset=25&type=page.`);
    const second = await follow(first.next);
    expect(second.results).to.have.lengthOf(5);
    expect(second.next).to.equal(null);
    const back = await follow(second.previous);
    expect(back).to.deep.equal(first);
  });

  it('shows every job once when it is walked', async () => {
    const seen: string[] = [];
    for (let next: string | null = `${api().url}/api/jobs/?limit=7`; next !== null; ) {
      const page: JobPage = await follow(next);
      seen.push(...page.results.map(({ id }) => id));
      next = page.next;
    }
    expect(new Set(seen).size).to.equal(seen.length);
    expect(seen).to.have.lengthOf(38);
  });

  it('cuts a limit above the maximum, and an offset beyond all numbers', async () => {
    expect((await list('?limit=101&offset=1')).previous).to.contain('limit=100&offset=0');
    expect((await list(`?limit=${'9'.repeat(400)}`)).results).to.have.lengthOf(38);
    for (const offset of ['38', '1000', '100000000000000000000', '9'.repeat(400)]) {
      const page = await list(`?offset=${offset}`);
      expect(page).to.deep.include({ count: 38, next: null, results: [] });
      expect(page.previous).to.contain('offset=13');
    }
    expect((await list('?limit=007')).results).to.have.lengthOf(7);
  });

  it('says whether a capped count is all, and links on with it', async () => {
    const capped = await list('?count=capped&type=page.');
    expect(capped).to.include({ count: 30, count_capped: false });
    expect(capped.next).to.equal(`${api().url}/api/jobs/?limit=25&offset=25&type=page.&count=capped`);
    expect((await follow(capped.next)).next).to.equal(null);
    expect(await list('?count=exact')).not.to.have.property('count_capped');
    for (const query of ['?count=', '?count=all', '?count=capped&count=capped']) {
      const { status, json } = await api().call(`/api/jobs/${query}`);
      expect([status, Object.keys(json.errors)]).to.deep.equal([400, ['count']]);
    }
  });

  it('filters by status', async () => {
    expect(await list('?status=queued&limit=1')).to.include({ count: 38 });
    expect(await list('?status=failed')).to.deep.equal({ count: 0, next: null, previous: null, results: [] });
  });

  const parts: Array<[string, string[]]> = [
    ['%', ['a%b']],
    ['_', ['a_b']],
    ['\\', ['a\\b']],
    ['％', ['a％b']],
    ["'", ["a'b"]],
    ['mIXED.cASE', ['Mixed.Case']],
    ['Ё', ['ОТЧЁТ']],
    ['ё', []],
    ['i', ['Mixed.Case']],
    ['İST', ['İstanbul']],
    ['a b', []],
  ];
  for (const [part, found] of parts) {
    it(`finds the literal text ${part}`, async () => {
      expect(await types(`?type=${encodeURIComponent(part)}`)).to.deep.equal(found);
    });
  }

  it('takes an empty type for no filter, and unknown parameters for nothing', async () => {
    expect((await list('?type=&limit=1&unknown=1&unknown=2&other[]=x&=5&&')).count).to.equal(38);
  });

  it('keeps the filters in its links, encoded', async () => {
    for (let n = 0; n < 2; n += 1) await api().create({ type: 'тип & co=%+#' });
    const { next } = await list(`?limit=1&status=queued&type=${encodeURIComponent('тип & co=%+#')}`);
    expect(next).to.match(/^[!-~]+$/);
    expect(Object.fromEntries(new URL(String(next)).searchParams)).to.deep.equal({
      limit: '1',
      offset: '1',
      status: 'queued',
      type: 'тип & co=%+#',
    });
    expect((await follow(next)).results).to.have.lengthOf(1);
  });

  const bad: Array<[string, string]> = [
    ...['-5', '0', 'abc', '1e3', '10abc', '0x10', '', '+5', '%201', '1.0', '%D9%A3', '000'].map(
      (value): [string, string] => [`limit=${value}`, 'limit'],
    ),
    ...['-1', 'abc', '1e3', '', '1%20'].map((value): [string, string] => [`offset=${value}`, 'offset']),
    ['limit=1&limit=1', 'limit'],
    ['limit=1&%6Cimit=2', 'limit'],
    ['limit[]=1', 'limit'],
    ['limit%5B0%5D=1', 'limit'],
    ['type[x]=1', 'type'],
    ['type=a&type=', 'type'],
    ['type=a%00', 'type'],
    ['status=done', 'status'],
    ['status=QUEUED', 'status'],
    ['status=', 'status'],
    ['status[]=queued', 'status'],
    ['type=%', 'query'],
    ['type=%zz', 'query'],
    ['type=%ff', 'query'],
    ['type=%ed%a0%80', 'query'],
    ['%c3=1', 'query'],
  ];
  for (const [query, field] of bad) {
    it(`refuses ?${query}`, async () => {
      const { status, json } = await api().call(`/api/jobs/?${query}`);
      expect([status, Object.keys(json.errors)]).to.deep.equal([400, [field]]);
    });
  }

  it('names everything that is wrong at once', async () => {
    const { json } = await api().call('/api/jobs/?limit=0&offset=-1&status=x');
    expect(json.errors).to.deep.equal({
      limit: ['must be an integer of at least 1'],
      offset: ['must be an integer of at least 0'],
      status: ['must be one of queued, running, succeeded, failed'],
    });
  });
}
