import { expect } from 'chai';
import type { ApiHarness } from '../api-harness.js';

/** `GET /api/jobs/stats/timeseries/`, `/api/workers/` and `/api/job-types/` */
export function describeActivity(api: () => ApiHarness): void {
  const get = async (path: string) => (await api().call(path)).json;
  let running: string;

  before(async () => {
    const { repository } = api().store;
    await api().create({ type: 'a.done', priority: 99 });
    running = (await api().create({ type: 'a.run', priority: 98 })).json.id;
    await api().create({ type: 'mail.send', payload: { to: 'x' } });
    const [done] = await repository.claim(['host:é:7:thread-12:00c0ffee', 'other'], 30_000);
    if (done === undefined) throw new Error('Nothing was claimed');
    await repository.settle(done.token, { type: 'succeeded', result: null });
  });

  for (const [window, seconds, count] of [
    ['15m', 15, 60],
    ['1h', 60, 60],
    ['24h', 1800, 48],
    ['7d', 10_800, 56],
  ] as const) {
    it(`tells of the last ${window}`, async () => {
      const json = await get(`/api/jobs/stats/timeseries/?window=${window}`);
      expect(json).to.include({ window, bucket_seconds: seconds });
      expect(json.buckets).to.have.lengthOf(count);
      const starts = (json.buckets as Array<{ start: string }>).map(({ start }) => Date.parse(start));
      expect(starts).to.deep.equal(starts.map((_, n) => Date.parse(json.from) + n * seconds * 1000));
      expect(starts[0] ?? 1).to.satisfy((start: number) => start % (seconds * 1000) === 0);
      expect(Date.parse(json.to)).to.equal((starts.at(-1) ?? 0) + seconds * 1000);
      const buckets: ReadonlyArray<Record<string, number>> = json.buckets;
      const sum = (name: string) => buckets.reduce((total, bucket) => total + (bucket[name] ?? 0), 0);
      expect(['created', 'succeeded', 'failed', 'retried'].map(sum)).to.deep.equal([3, 1, 0, 0]);
      const last = buckets.findLast(({ succeeded }) => succeeded === 1) ?? {};
      for (const name of ['wait_p50_ms', 'wait_p95_ms', 'run_p50_ms', 'run_p95_ms'])
        expect(last[name], name).to.be.within(0, 600_000);
      expect(json.buckets[0]).to.include({ created: 0, wait_p50_ms: null, run_p95_ms: null });
    });
  }

  it('tells of an hour if nothing else is asked', async () => {
    expect((await get('/api/jobs/stats/timeseries')).window).to.equal('1h');
    for (const query of ['window=2h', 'window=', 'window=1h&window=1h', 'window[]=1h', 'window=1H']) {
      const { status, json } = await api().call(`/api/jobs/stats/timeseries/?${query}`);
      expect([status, Object.keys(json.errors)]).to.deep.equal([400, ['window']]);
    }
  });

  it('knows the workers', async () => {
    const { window_seconds, results } = await get('/api/workers/');
    expect(window_seconds).to.equal(900);
    const { locked_until, updated_at } = await get(`/api/jobs/${running}/`);
    const nothing = { succeeded: 0, failed: 0, retried: 0 };
    expect(results[0]).to.deep.equal({
      ...{ id: 'other', host: null, pid: null, thread: null, job: running, type: 'a.run', attempt: 1 },
      ...{ locked_until, overdue: false, last_event_at: updated_at, last_event_type: 'claimed', ...nothing },
    });
    expect(results[1]).to.deep.include({
      ...{ id: 'host:é:7:thread-12:00c0ffee', host: 'host:é', pid: 7, thread: 12, job: null, type: null },
      ...{ attempt: null, locked_until: null, overdue: false, last_event_type: 'succeeded', succeeded: 1 },
    });
    expect(results).to.have.lengthOf(2);
  });

  it('shows the workers first whose lease is over', async () => {
    await api().age(running, 3_600_000);
    const [worker] = (await get('/api/workers/')).results;
    expect(worker).to.deep.include({ id: 'other', overdue: true, job: running });
  });

  it('knows the types that are loaded, and those of the jobs', async () => {
    const unknown = { registered: false, payload_schema: null, example: null };
    expect(await get('/api/job-types/')).to.deep.equal({
      results: [
        { type: 'a.done', ...unknown },
        { type: 'a.run', ...unknown },
        {
          type: 'mail.send',
          registered: true,
          payload_schema: { type: 'object', required: ['to'] },
          example: { to: 'a@example.org' },
        },
      ],
    });
  });

  for (const path of ['/api/jobs/stats/timeseries/', '/api/workers/', '/api/job-types/']) {
    it(`answers ${path} like any other read`, async () => {
      const { headers } = await api().call(path);
      const again = await api().call(path, { headers: { 'If-None-Match': headers.etag ?? '' } });
      expect([200, 304]).to.include(again.status);
      expect((await api().call(path.slice(0, -1))).status).to.equal(200);
      expect((await api().call(path, { method: 'HEAD' })).text).to.equal('');
      expect((await api().call(path, { method: 'OPTIONS' })).headers.allow).to.equal('GET, HEAD, OPTIONS');
      expect((await api().call(path, { method: 'POST' })).status).to.equal(405);
    });
  }
}
