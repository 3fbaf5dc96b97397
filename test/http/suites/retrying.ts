import { expect } from 'chai';
import type { ApiHarness } from '../api-harness.js';
import { type EventJson, sendRaw } from '../http-client.js';

/** `POST /api/jobs/{id}/retry/` */
export function describeRetrying(api: () => ApiHarness): void {
  const retry = (id: string, call = {}) => api().call(`/api/jobs/${id}/retry/`, { method: 'POST', ...call });

  async function failedJob(): Promise<string> {
    const { id } = (await api().create({ type: 'r', priority: 1000 })).json;
    const [claim] = await api().store.repository.claim(['w'], 30_000);
    if (claim === undefined || claim.job.id !== id) throw new Error('Another job was claimed');
    await api().store.repository.settle(claim.token, { type: 'failed', error: 'broken' });
    return id;
  }

  it('sends a failed job back to the queue', async () => {
    const id = await failedJob();
    const { status, json } = await retry(id.toUpperCase());
    expect(status).to.equal(200);
    expect(json).to.deep.include({
      id,
      status: 'queued',
      attempts: 0,
      last_error: '',
      result: null,
      finished_at: null,
    });
    const events: EventJson[] = (await api().call(`/api/jobs/${id}/events/`)).json;
    expect(events.at(-1)).to.deep.include({
      type: 'manual_retry',
      message: 'Manual retry',
      attempt: 0,
      worker_id: null,
      data: {},
    });
    await api().store.repository.claim(['w'], 30_000);
  });

  it('refuses any other status and changes nothing', async () => {
    const { json: before } = await api().create({ type: 'r' });
    const { status } = await retry(before.id);
    expect(status).to.equal(409);
    expect((await api().call(`/api/jobs/${before.id}/`)).json).to.deep.equal(before);
    expect((await api().call(`/api/jobs/${before.id}/events/`)).json).to.have.lengthOf(1);
  });

  it('lets one of ten parallel retries through', async () => {
    const id = await failedJob();
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => retry(id)))).map(({ status }) => status);
    expect(statuses.toSorted()).to.deep.equal([200, ...Array(9).fill(409)]);
    const events: EventJson[] = (await api().call(`/api/jobs/${id}/events/`)).json;
    expect(events.filter(({ type }) => type === 'manual_retry')).to.have.lengthOf(1);
    await api().store.repository.claim(['w'], 30_000);
  });

  const bodies: Array<[string, object]> = [
    ['a form', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=b' }],
    ['broken JSON', { headers: { 'Content-Type': 'application/json' }, body: '{"a":' }],
    ['an unknown coding', { headers: { 'Content-Encoding': 'foo' }, body: 'x' }],
    ['a body above the limit', { headers: { 'Content-Type': 'application/json' }, body: 'x'.repeat(3_000_000) }],
  ];
  for (const [name, call] of bodies) {
    it(`does not look at ${name}`, async () => {
      const { id } = (await api().create({ type: 'r' })).json;
      expect((await retry(id, call)).status).to.equal(409);
    });
  }

  it('goes on with the connection after a body it did not read', async () => {
    const { id } = (await api().create({ type: 'r' })).json;
    const body = 'x'.repeat(100_000);
    const received = await sendRaw(
      api().port,
      `POST /api/jobs/${id}/retry/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      'GET /api/health/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(received.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 409', 'HTTP/1.1 200']);
  });

  it('answers 404 where there is no job', async () => {
    expect((await retry('00000000-0000-0000-0000-000000000000')).status).to.equal(404);
  });
}
