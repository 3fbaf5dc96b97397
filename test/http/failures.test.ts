import { expect } from 'chai';
import sinon from 'sinon';
import { FilterTooSlowError, StoreUnavailableError } from '../../src/domain/errors.js';
import { type ApiHarness, openApi } from './api-harness.js';
import type { Answer, Call } from './http-client.js';

const ID = '00000000-0000-0000-0000-000000000000';
const CALLS: Array<[string, Call]> = [
  ['/api/jobs/', {}],
  ['/api/jobs/', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"type":"x"}' }],
  ['/api/jobs/?fields=summary', {}],
  ['/api/jobs/stats/', {}],
  ['/api/jobs/stats/timeseries/', {}],
  ['/api/jobs/bulk-retry/', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"filter":{}}' }],
  ['/api/workers/', {}],
  ['/api/job-types/', {}],
  [`/api/jobs/${ID}/`, {}],
  [`/api/jobs/${ID}/events/`, {}],
  [`/api/jobs/${ID}/retry/`, { method: 'POST' }],
  ['/api/job-events/', {}],
];
const SECRET = 'connect ECONNREFUSED postgres://user:secret@10.0.0.1 SELECT /srv/app.js';

describe('REST API without its database', () => {
  let api: ApiHarness;
  const break_ = (error: Error) => {
    const { queries, activity, repository } = api.store;
    for (const method of ['job', 'jobs', 'summaries', 'types', 'eventsOf', 'feed', 'stats', 'ping'] as const)
      sinon.stub(queries, method).rejects(error);
    for (const method of ['buckets', 'workers'] as const) sinon.stub(activity, method).rejects(error);
    for (const method of ['create', 'change'] as const) sinon.stub(repository, method).rejects(error);
  };
  beforeEach(async () => {
    api = await openApi();
  });
  afterEach(async () => {
    sinon.restore();
    await api.close();
  });
  const expectNoSecret = ({ text, headers }: Answer) =>
    expect(text + JSON.stringify(headers)).not.to.match(/secret|ECONN|SELECT|\/srv/);

  it('answers 503 and when to come back', async () => {
    break_(new StoreUnavailableError(new Error(SECRET)));
    for (const [path, call] of CALLS) {
      const answer = await api.call(path, call);
      expect([path, answer.status, answer.headers['retry-after'], answer.headers['content-type']]).to.deep.equal([
        path,
        503,
        '5',
        'application/problem+json',
      ]);
      expectNoSecret(answer);
    }
    expect(api.logger.lines.filter(({ level }) => level === 'warn')).to.have.lengthOf(CALLS.length);
  });

  it('is not healthy, and keeps the cause in the log', async () => {
    break_(new StoreUnavailableError(new Error(SECRET)));
    const answer = await api.call('/api/health/', { headers: { 'X-Request-Id': 'probe' } });
    expect([answer.status, answer.headers['retry-after']]).to.deep.equal([503, '5']);
    expect(answer.json).to.deep.equal({ ok: false, database: 'error', detail: 'The database does not answer.' });
    expectNoSecret(answer);
    const errors = api.logger.lines.filter(({ level }) => level === 'error');
    expect(errors.map(({ message, fields }) => [message, fields.request_id])).to.deep.equal([
      ['Health check failed', 'probe'],
    ]);
    expect(String(errors[0]?.fields.error)).to.contain(SECRET);
  });

  it('answers 500 to a defect, with nothing of it but a line in the log', async () => {
    break_(new TypeError(SECRET));
    for (const [path, call] of CALLS) {
      const answer = await api.call(path, call).catch((error: unknown) => error);
      // A defect is documented nowhere: the check of the harness says so, and that is all it may say.
      expect(String(answer)).to.contain('documents 500');
    }
    const errors = api.logger.lines.filter(({ level }) => level === 'error');
    expect(errors).to.have.lengthOf(CALLS.length);
    for (const { fields } of errors) expect(fields.request_id).to.match(/^[0-9a-f-]{36}$/);
  });

  it('names the filters that took too long, and does not ask to come back', async () => {
    const error = new FilterTooSlowError(['error', 'payload.a.b'], 2_000);
    const { queries } = api.store;
    sinon.stub(queries, 'jobs').rejects(error);
    sinon.stub(queries, 'summaries').rejects(error);
    const body = '{"filter":{"error":"x","payload":{"a.b":1}}}';
    for (const answer of [
      await api.call('/api/jobs/?error=x&payload.a.b=1'),
      await api.call('/api/jobs/bulk-retry/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      }),
    ]) {
      expect(answer.status).to.equal(503);
      expect(answer.headers).not.to.have.property('retry-after');
      expect(answer.json.detail).to.equal('Filtering by error, payload.a.b took longer than 2 seconds.');
      expect(Object.keys(answer.json.errors)).to.deep.equal(['error', 'payload.a.b']);
    }
    expect((await api.call('/api/health/')).status).to.equal(200);
  });

  it('tells how old its figures are', async () => {
    const byStatus = { queued: 0, running: 0, succeeded: 0, failed: 0 };
    const figures = { total: 0, byStatus, overdueRunning: 0, retriesPending: 0, oldestQueuedAt: null };
    const stats = sinon.stub(api.store.queries, 'stats');
    for (const [ageMs, age] of [
      [0, undefined],
      [300, '1'],
      [2000, '2'],
    ] as const) {
      stats.resolves({ ...figures, ageMs });
      expect((await api.call('/api/jobs/stats/')).headers.age).to.equal(age);
    }
  });
});
