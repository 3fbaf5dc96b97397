import { expect } from 'chai';
import type { ApiHarness } from '../api-harness.js';
import type { EventJson } from '../http-client.js';

interface JobPage {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: ReadonlyArray<{ readonly id: string; readonly type: string }>;
}

/** The filters, orders and forms of `GET /api/jobs/`, and those of `GET /api/job-events/`. */
export function describeFiltering(api: () => ApiHarness): void {
  const list = async (query: string): Promise<JobPage> => (await api().call(`/api/jobs/?${query}`)).json;
  const types = async (query: string) => (await list(query)).results.map(({ type }) => type);
  const follow = async (link: string | null) => (await api().call(String(link).slice(api().url.length))).json;
  let failed: string;
  let running: string;
  let createdAt: string;

  before(async () => {
    const { repository } = api().store;
    failed = (
      await api().create({
        type: 'f.failed',
        priority: 99,
        idempotency_key: 'k&1',
        payload: { n: 5, 'ä b': [{ x: 'y' }] },
      })
    ).json.id;
    running = (await api().create({ type: 'f.running', priority: 98, payload: { n: '5' } })).json.id;
    createdAt = (await api().create({ type: 'f.queued', payload: { n: null } })).json.created_at;
    const claims = await repository.claim(['host:1:thread-1:0000000a', 'host:1:thread-2:0000000b'], 30_000);
    const [first] = claims;
    if (first === undefined || first.job.id !== failed) throw new Error('Another job was claimed');
    await repository.settle(first.token, { type: 'failed', error: 'Connection 100% refused' });
  });

  const filters: Array<[string | (() => string), string[]]> = [
    [() => `id=${failed}`, ['f.failed']],
    [() => `id=${running.toUpperCase()}`, ['f.running']],
    [() => `id=${running.slice(0, 30)}`, ['f.running']],
    ['id=ffffffff-f', []],
    [() => `created_from=${encodeURIComponent(createdAt)}&type=f.queued`, ['f.queued']],
    [() => `created_to=${encodeURIComponent(createdAt)}&type=f.queued`, []],
    ['created_from=2020-01-01T00:00:00%2B05:00&created_to=2020-01-02T00:00:00Z', []],
    ['worker=host:1:thread-2', ['f.running']],
    ['worker=HOST', []],
    ['error=100%25%20REF', ['f.failed']],
    ['error=100_', []],
    ['idempotency_key=k%261', ['f.failed']],
    ['idempotency_key=k', []],
    ['payload.n=5', ['f.failed']],
    ['payload.n=5.0', ['f.failed']],
    ['payload.n="5"', ['f.running']],
    ['payload.n=null', ['f.queued']],
    ['payload.n=true', []],
    ['payload.%C3%A4%20b.0.x=y', ['f.failed']],
    ['payload.%C3%A4%20b.0.x="y"&payload.n=5&status=failed&type=F.FAIL&error=refused', ['f.failed']],
    ['payload.n=5&status=queued', []],
    ['payload=5&payloads.n=7&status=failed', ['f.failed']],
  ];
  for (const [query, expected] of filters) {
    it(`finds ${expected.length === 0 ? 'nothing' : expected.join()} by ${String(query)}`, async () => {
      expect(await types(typeof query === 'string' ? query : query())).to.deep.equal(expected);
    });
  }

  it('orders', async () => {
    expect(await types('ordering=-created_at')).to.deep.equal(['f.queued', 'f.running', 'f.failed']);
    expect(await types('ordering=created_at')).to.deep.equal(['f.failed', 'f.running', 'f.queued']);
    expect((await types('ordering=-finished_at'))[0]).to.equal('f.failed');
    expect(await types('ordering=claim&status=queued')).to.deep.equal(['f.queued']);
  });

  it('leaves out payload and result where a summary is enough', async () => {
    const [whole] = (await list('type=f.failed')).results as [object];
    const [summary] = (await list('type=f.failed&fields=summary')).results as [object];
    const { payload, result, ...rest } = whole as Record<string, unknown>;
    expect([payload, result]).to.deep.equal([{ n: 5, 'ä b': [{ x: 'y' }] }, null]);
    expect(summary).to.deep.equal(rest);
    expect((await list('type=f.failed&fields=all')).results[0]).to.deep.equal(whole);
  });

  it('keeps all of them in its links', async () => {
    for (let n = 0; n < 3; n += 1)
      await api().create({ type: 'walk', idempotency_key: `walk-${n}`, payload: { 'a b': '=&+#%' } });
    const query = {
      ...{ limit: '1', offset: '1', type: 'WALK', id: '0', created_from: '2020-01-01T00:00:00+05:30' },
      ...{ created_to: '9999-01-01T00:00:00Z', ordering: 'created_at', fields: 'summary', count: 'capped' },
      ...{ status: 'queued', 'payload.a b': '=&+#%' },
    };
    const page = await list(`${new URLSearchParams(query)}&unknown=1`);
    expect(page).to.include({ count: 3, count_capped: false });
    for (const [link, offset] of [
      [page.next, '2'],
      [page.previous, '0'],
    ] as const) {
      expect(link).to.match(/^[!-~]+$/);
      expect(Object.fromEntries(new URL(String(link)).searchParams)).to.deep.equal({ ...query, offset });
      expect((await follow(link)).results).to.have.lengthOf(1);
    }
    for (const query of ['worker=host', 'error=refused', 'idempotency_key=k%261'])
      expect((await list(`${query}&offset=5`)).previous, query).to.contain(`&${query.replace('%20', '+')}`);
  });

  it('answers 304 to an unchanged list', async () => {
    const path = '/api/jobs/?error=refused&payload.n=5&fields=summary';
    const { headers } = await api().call(path);
    expect((await api().call(path, { headers: { 'If-None-Match': headers.etag ?? '' } })).status).to.equal(304);
  });

  const long = 'x'.repeat(256);
  const bad: Array<[string, string]> = [
    ...['', 'g', '0123456789', '01890a5d--', '-', 'x'.repeat(36), `${'0'.repeat(8)}-0000-0000-0000-0000000000000`].map(
      (value): [string, string] => [`id=${value}`, 'id'],
    ),
    ...['created_from', 'created_to'].flatMap((name) =>
      ['', '2024-01-01', '2024-02-30T00:00:00Z', '2024-01-01T00:00:00', '1700000000', '2024-01-01T00:00:00+01:00'].map(
        (value): [string, string] => [`${name}=${value}`, name],
      ),
    ),
    ...['worker', 'error', 'idempotency_key'].flatMap((name) =>
      ['', long, 'a%00'].map((value): [string, string] => [`${name}=${value}`, name]),
    ),
    ...['', 'id', 'CLAIM', 'finished_at'].map((value): [string, string] => [`ordering=${value}`, 'ordering']),
    ['ordering=claim', 'ordering'],
    ['ordering=claim&status=failed', 'ordering'],
    ['fields=id', 'fields'],
    ['fields=', 'fields'],
    ['count=no', 'count'],
    ...['id', 'created_from', 'worker', 'error', 'idempotency_key', 'ordering', 'fields', 'count'].flatMap((name) => [
      [`${name}[]=a`, name] as [string, string],
    ]),
    ['id=0&id=0', 'id'],
    ['error=a&error=a', 'error'],
    ['fields=all&fields=all', 'fields'],
    ['payload.=1', 'payload.'],
    ['payload.a..b=1', 'payload.a..b'],
    ['payload.a.=1', 'payload.a.'],
    [`payload.${'a.'.repeat(10)}a=1`, `payload.${'a.'.repeat(10)}a`],
    ['payload.a=1&payload.a=2', 'payload.a'],
    ['payload.a=1e400', 'payload.a'],
    ['payload.a=%00', 'payload.a'],
    ['payload.a="%5Cu0000"', 'payload.a'],
    ['payload.a="%5Cud800"', 'payload.a'],
    ['payload.%00=1', 'payload.\0'],
    ['payload[a]=1', 'payload'],
    ['payload.a=1&payload.b=1&payload.c=1&payload.d=1&payload.e=1&payload.f=1', 'payload'],
  ];
  for (const [query, field] of bad) {
    it(`refuses ?${query.slice(0, 80)}`, async () => {
      const { status, json } = await api().call(`/api/jobs/?${query}`);
      expect([status, Object.keys(json.errors)]).to.deep.equal([400, [field]]);
    });
  }

  it('takes the longest texts, counted in characters', async () => {
    for (const name of ['worker', 'error', 'idempotency_key'])
      expect((await list(`${name}=${encodeURIComponent('😀'.repeat(255))}`)).count).to.equal(0);
    expect((await list(`payload.${'a.'.repeat(9)}a=`)).count).to.equal(0);
    expect((await list('payload.a=1&payload.b=1&payload.c=1&payload.d=1&payload.e=1')).count).to.equal(0);
  });

  it('names everything that is wrong at once', async () => {
    const { json } = await api().call('/api/jobs/?id=x&created_to=x&payload.=1&fields=x&limit=0');
    expect(json.errors).to.deep.equal({
      'payload.': ['must name a path of 1 to 10 keys, with dots between them'],
      limit: ['must be an integer of at least 1'],
      id: ['must be the beginning of a UUID'],
      created_to: ['must be a date and time with a zone (RFC 3339) from 1970-01-01 to 9999-12-31'],
      fields: ['must be one of all, summary'],
    });
  });

  describe('of events', () => {
    const feed = async (query: string) => (await api().call(`/api/job-events/?${query}`)).json;

    it('finds those of a worker, and keeps it in its links', async () => {
      const page = await feed('worker=host:1:thread-1&limit=1');
      expect(page.results).to.have.lengthOf(1);
      expect(page.results[0]).to.include({ worker_id: 'host:1:thread-1:0000000a', type: 'failed' });
      expect(new URL(page.next).searchParams.get('worker')).to.equal('host:1:thread-1');
      expect((await follow(page.next)).results[0].type).to.equal('claimed');
      const cursor = new URL(page.next).searchParams.get('cursor');
      for (const other of ['', '&worker=host:1', '&worker=x'])
        expect((await api().call(`/api/job-events/?cursor=${cursor}${other}`)).status).to.equal(400);
      expect((await feed('worker=HOST')).results).to.deep.equal([]);
      expect((await feed(`worker=${encodeURIComponent('é.%😀')}`)).results).to.deep.equal([]);
    });

    it('goes on from an id, newest first', async () => {
      const all: EventJson[] = (await feed('limit=200')).results;
      const since = all[2]?.id ?? 0;
      expect(await feed(`since_id=${since}`)).to.deep.equal({ next: null, previous: null, results: all.slice(0, 2) });
      const part = await feed(`since_id=${since}&limit=1`);
      expect(part.results).to.deep.equal(all.slice(0, 1));
      expect((await follow(part.next)).results).to.deep.equal(all.slice(1, 2));
      expect((await feed('since_id=0&limit=200')).results).to.deep.equal(all);
      expect((await feed(`since_id=${'9'.repeat(40)}`)).results).to.deep.equal([]);
      expect((await feed(`since_id=0&type=failed&job_id=${failed}&worker=host`)).results).to.have.lengthOf(1);
    });

    for (const [query, field] of [
      ['since_id=-1', 'since_id'],
      ['since_id=', 'since_id'],
      ['since_id=1e3', 'since_id'],
      ['since_id=1&since_id=1', 'since_id'],
      ['since_id[]=1', 'since_id'],
      ['worker=', 'worker'],
      ['worker=%00', 'worker'],
      [`worker=${long}`, 'worker'],
      ['worker=a&worker=a', 'worker'],
    ] as const) {
      it(`refuses ?${query.slice(0, 40)}`, async () => {
        const { status, json } = await api().call(`/api/job-events/?${query}`);
        expect([status, Object.keys(json.errors)]).to.deep.equal([400, [field]]);
      });
    }

    it('refuses an id and a cursor together', async () => {
      const { next } = await feed('limit=1');
      const { status, json } = await api().call(`${String(next).slice(api().url.length)}&since_id=0`);
      expect([status, Object.keys(json.errors)]).to.deep.equal([400, ['since_id']]);
    });
  });
}
