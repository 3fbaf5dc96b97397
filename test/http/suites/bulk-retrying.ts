import { expect } from 'chai';
import type { ApiHarness } from '../api-harness.js';
import type { Answer } from '../http-client.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** `POST /api/jobs/bulk-retry/` */
export function describeBulkRetrying(api: () => ApiHarness): void {
  const path = '/api/jobs/bulk-retry/';
  const post = (body: unknown): Promise<Answer> =>
    api().call(path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });

  /** Failed jobs of one type, in the order of their creation. */
  async function failedJobs(count: number, type: string, payload: object = {}): Promise<string[]> {
    const { repository } = api().store;
    const created = await Promise.all(
      Array.from({ length: count }, () => api().create({ type, payload, priority: 30_000 })),
    );
    const claims = await repository.claim(Array(count).fill('w'), 30_000);
    for (const { job, token } of claims) {
      if (job.type !== type) throw new Error('Another job was claimed');
      await repository.settle(token, { type: 'failed', error: `No ${type}` });
    }
    return created.map(({ json }) => json.id);
  }

  /** Takes what is queued again out of the way of the next test. */
  async function finishAll(): Promise<void> {
    const { repository } = api().store;
    const claims = await repository.claim(Array(200).fill('w'), 30_000);
    for (const { token } of claims) await repository.settle(token, { type: 'succeeded', result: null });
  }

  const retriesOf = async (id: string): Promise<number> => {
    const events: ReadonlyArray<{ type: string }> = (await api().call(`/api/jobs/${id}/events/`)).json;
    return events.filter(({ type }) => type === 'manual_retry').length;
  };
  afterEach(finishAll);

  it('counts first, and then retries the newest up to its limit', async () => {
    const ids = await failedJobs(5, 'bulk.limit');
    const filter = { type: 'BULK.lim' };
    expect((await post({ filter, dry_run: true })).json).to.deep.equal({ matched: 5, retried: 0, skipped: 0 });
    expect((await post({ filter, limit: 2 })).json).to.deep.equal({ matched: 5, retried: 2, skipped: 0 });
    const { results } = (await api().call('/api/jobs/?type=bulk.limit&status=queued')).json;
    expect(results).to.have.lengthOf(2);
    const newest = (await api().call('/api/jobs/?type=bulk.limit&limit=2')).json.results;
    expect(results).to.deep.equal(newest);
    expect((await post({ filter })).json).to.deep.equal({ matched: 3, retried: 3, skipped: 0 });
    expect((await post({ filter })).json).to.deep.equal({ matched: 0, retried: 0, skipped: 0 });
    for (const id of ids) expect(await retriesOf(id)).to.equal(1);
  });

  it('takes the same filters as the list', async () => {
    const [id = '', other = ''] = await failedJobs(2, 'bulk.filters', { a: { b: [5] } });
    const { created_at } = (await api().call(`/api/jobs/${id}/`)).json;
    const matched = async (filter: object) => (await post({ filter, dry_run: true })).json.matched;
    expect(await matched({ type: 'bulk.filters' })).to.equal(2);
    expect(await matched({ id: id.toUpperCase() })).to.equal(1);
    expect(await matched({ ids: [id.toUpperCase(), other, other] })).to.equal(2);
    expect(await matched({ ids: [] })).to.equal(0);
    expect(await matched({ ids: [id], created_from: created_at })).to.equal(1);
    expect(await matched({ ids: [id], created_to: created_at })).to.equal(0);
    expect(await matched({ error: 'NO BULK.FILTERS' })).to.equal(2);
    expect(await matched({ payload: { 'a.b.0': 5 }, type: '' })).to.equal(2);
    expect(await matched({ payload: { 'a.b.0': '5' } })).to.equal(0);
    expect(await matched({ idempotency_key: 'none' })).to.equal(0);
    expect((await post({ filter: { ids: [id, other] } })).json).to.include({ retried: 2 });
  });

  it('leaves jobs alone that have not failed', async () => {
    const { id } = (await api().create({ type: 'bulk.queued' })).json;
    expect((await post({ filter: { ids: [id] } })).json).to.deep.equal({ matched: 0, retried: 0, skipped: 0 });
    expect(await retriesOf(id)).to.equal(0);
  });

  it('retries each job once, however many ask at the same time', async () => {
    const ids = await failedJobs(20, 'bulk.parallel');
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({ filter: { type: 'bulk.parallel' } })));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(200));
    const sum = (name: string) => answers.reduce((total, { json }) => total + json[name], 0);
    expect(sum('retried')).to.equal(20);
    expect(sum('matched')).to.equal(sum('retried') + sum('skipped'));
    for (const id of ids) expect(await retriesOf(id)).to.equal(1);
  });

  const bad: Array<[string, string | object, string[]]> = [
    ['no filter', {}, ['filter']],
    ['a null filter', { filter: null }, ['filter']],
    ['a list for a filter', { filter: [] }, ['filter']],
    ['an unknown field', { filter: {}, dryRun: true }, ['dryRun']],
    ['an unknown filter', { filter: { status: 'failed', worker: 'x' } }, ['filter.status', 'filter.worker']],
    ['an inherited name', '{"filter":{"constructor":1,"__proto__":2}}', ['filter.constructor', 'filter.__proto__']],
    ['a number for a type', { filter: { type: 1 } }, ['filter.type']],
    ['a NUL', { filter: { type: 'a\0' } }, ['filter.type']],
    ['a lone surrogate', '{"filter":{"error":"\\ud800"}}', ['filter.error']],
    ['an empty error', { filter: { error: '' } }, ['filter.error']],
    ['a long key', { filter: { idempotency_key: 'x'.repeat(256) } }, ['filter.idempotency_key']],
    ['a wrong id', { filter: { id: 'x' } }, ['filter.id']],
    ['wrong ids', { filter: { ids: ['x', 1] } }, ['filter.ids']],
    ['too many ids', { filter: { ids: Array(1001).fill('01890a5d-ac96-774b-bcce-b302099a8057') } }, ['filter.ids']],
    ['a date without a zone', { filter: { created_from: '2024-01-01T00:00:00' } }, ['filter.created_from']],
    ['a null date', { filter: { created_to: null } }, ['filter.created_to']],
    ['a list in the payload', { filter: { payload: { a: [] } } }, ['filter.payload']],
    ['an empty key', { filter: { payload: { 'a..b': 1 } } }, ['filter.payload']],
    ['an infinite number', '{"filter":{"payload":{"a":1e400}}}', ['filter.payload']],
    ['a NUL in a value', { filter: { payload: { a: '\0' } } }, ['filter.payload']],
    ['six values', { filter: { payload: { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 } } }, ['filter.payload']],
    ['a limit of 0', { filter: {}, limit: 0 }, ['limit']],
    ['a limit above 1000', { filter: {}, limit: 1001 }, ['limit']],
    ['a text for a limit', { filter: {}, limit: '5' }, ['limit']],
    ['a text for a flag', { filter: {}, dry_run: 'true' }, ['dry_run']],
    ['a list', [], ['body']],
    ['no JSON', '{', ['body']],
  ];
  for (const [name, body, fields] of bad) {
    it(`refuses ${name}`, async () => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const { status, json } = await api().call(path, { method: 'POST', headers: JSON_TYPE, body: text });
      expect([status, Object.keys(json.errors)]).to.deep.equal([400, fields]);
    });
  }

  it('reads its body like a create', async () => {
    const body = '{"filter":{},"dry_run":true,"limit":1e3}';
    const statusOf = async (call: object) =>
      (await api().call(path, { method: 'POST', headers: JSON_TYPE, body, ...call })).status;
    expect(await statusOf({})).to.equal(200);
    expect((await api().call(path.slice(0, -1), { method: 'POST', headers: JSON_TYPE, body })).status).to.equal(200);
    expect((await api().call(path, { method: 'POST', headers: JSON_TYPE })).status).to.equal(400);
    expect(await statusOf({ headers: { 'Content-Type': 'text/plain' } })).to.equal(415);
    expect(await statusOf({ headers: { ...JSON_TYPE, 'Content-Encoding': 'x' } })).to.equal(415);
    expect(await statusOf({ body: `{"filter":{"type":"${'x'.repeat(1_100_000)}"}}` })).to.equal(413);
    expect(await statusOf({ headers: { ...JSON_TYPE, Origin: 'https://evil.example' } })).to.equal(403);
    expect(await statusOf({ headers: { ...JSON_TYPE, 'Sec-Fetch-Site': 'cross-site' } })).to.equal(403);
    const { status, headers } = await api().call(path);
    expect([status, headers.allow]).to.deep.equal([405, 'POST, OPTIONS']);
    expect((await api().call(path, { method: 'OPTIONS' })).status).to.equal(204);
  });
}
