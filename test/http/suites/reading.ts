import { expect } from 'chai';
import type { ApiHarness } from '../api-harness.js';

const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** The other reads: one job, figures, health, configuration; and what holds for all of them. */
export function describeReading(api: () => ApiHarness): void {
  let id: string;
  before(async () => {
    id = (await api().create({ type: 'read', available_at: '2020-01-01T00:00:00Z' })).json.id;
  });

  it('finds a job by its id in any case', async () => {
    for (const given of [id, id.toUpperCase(), encodeURIComponent(id).replace('0', '%30')]) {
      expect((await api().call(`/api/jobs/${given}/`)).json.id).to.equal(id);
    }
  });

  const noIds = [
    'abc',
    `{${NO_JOB}}`,
    `%7B${NO_JOB}%7D`,
    NO_JOB.replaceAll('-', ''),
    `${NO_JOB}0`,
    `urn:uuid:${NO_JOB}`,
    `${NO_JOB}%00`,
    '%',
    '%ff',
    '1',
    'STATS',
  ];
  for (const noId of [...noIds, NO_JOB]) {
    it(`answers 404 to the id ${noId}`, async () => {
      expect((await api().call(`/api/jobs/${noId}/`)).status).to.equal(404);
      expect((await api().call(`/api/jobs/${noId}`)).status).to.equal(404);
      expect((await api().call(`/api/jobs/${noId}/events/`)).status).to.equal(404);
      expect((await api().call(`/api/jobs/${noId}/retry/`, { method: 'POST' })).status).to.equal(404);
    });
  }

  it('counts', async () => {
    const { json } = await api().call('/api/jobs/stats/');
    expect(json).to.deep.equal({
      total: 1,
      by_status: { queued: 1, running: 0, succeeded: 0, failed: 0 },
      overdue_running: 0,
      retries_pending: 0,
      oldest_queued_at: '2020-01-01T00:00:00.000Z',
    });
  });

  it('is healthy', async () => {
    const { status, json } = await api().call('/api/health/');
    expect([status, json]).to.deep.equal([200, { ok: true, database: 'ok' }]);
  });

  it('tells how it is set up', async () => {
    const { json } = await api().call('/api/config/');
    expect(json).to.deep.include({
      version: '1.2.3',
      store: api().store.kind,
      environment: 'test',
      time_zone: 'UTC',
      limits: { jobs_default: 25, jobs_max: 100, events_default: 50, events_max: 200, body_bytes: 1_048_576 },
      statuses: ['queued', 'running', 'succeeded', 'failed'],
      job_types: ['mail.send'],
    });
    expect(json.event_types).to.have.lengthOf(9);
    expect(json.worker).to.deep.equal({
      threads: 4,
      poll_interval_ms: 500,
      lease_seconds: 30,
      cleanup_interval_seconds: 5,
      cleanup_batch_size: 100,
      backoff_base_seconds: 5,
      backoff_max_seconds: 300,
      max_attempts_default: 3,
    });
  });

  for (const path of [
    '/api/jobs/',
    '/api/jobs/stats/',
    '/api/jobs/{id}/',
    '/api/jobs/{id}/events/',
    '/api/job-events/',
    '/api/config/',
    '/api/schema/',
  ]) {
    it(`answers 304 to an unchanged ${path}`, async () => {
      const target = path.replace('{id}', id);
      const first = await api().call(target);
      const etag = first.headers.etag ?? '';
      expect(etag).to.match(/^(W\/)?".+"$/);
      expect(first.headers['cache-control']).to.equal('no-cache');
      for (const condition of [etag, `"other", ${etag}`, '*']) {
        const again = await api().call(target, { headers: { 'If-None-Match': condition } });
        expect([again.status, again.text, again.headers.etag]).to.deep.equal([304, '', etag]);
      }
      expect((await api().call(target, { headers: { 'If-None-Match': '"other"' } })).status).to.equal(200);
    });
  }
}
