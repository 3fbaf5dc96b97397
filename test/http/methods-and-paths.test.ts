import { METHODS } from 'node:http';
import { expect } from 'chai';
import { type ApiHarness, openApi } from './api-harness.js';
import { parseRaw, sendRaw } from './http-client.js';

const ID = '00000000-0000-0000-0000-000000000000';
const PATHS = {
  '/api/health': 'GET, HEAD, OPTIONS',
  '/api/config': 'GET, HEAD, OPTIONS',
  '/api/jobs': 'GET, HEAD, POST, OPTIONS',
  '/api/jobs/stats': 'GET, HEAD, OPTIONS',
  [`/api/jobs/${ID}`]: 'GET, HEAD, OPTIONS',
  [`/api/jobs/${ID}/events`]: 'GET, HEAD, OPTIONS',
  [`/api/jobs/${ID}/retry`]: 'POST, OPTIONS',
  '/api/job-events': 'GET, HEAD, OPTIONS',
  '/api/schema': 'GET, HEAD, OPTIONS',
  '/api/docs': 'GET, HEAD, OPTIONS',
  '/api/docs/swagger-ui.css': 'GET, HEAD, OPTIONS',
};

describe('Methods and paths of the REST API', () => {
  let api: ApiHarness;
  before(async () => {
    api = await openApi();
  });
  after(() => api.close());

  for (const [path, allow] of Object.entries(PATHS)) {
    for (const slash of ['', '/']) {
      const target = `${path}${slash}`;

      it(`OPTIONS ${target} tells what is allowed`, async () => {
        const { status, headers, text } = await api.call(target, { method: 'OPTIONS' });
        expect([status, headers.allow, text]).to.deep.equal([204, allow, '']);
      });

      it(`refuses every other method on ${target}, whatever the body`, async () => {
        const others = METHODS.filter((method) => !allow.includes(method) && method !== 'CONNECT');
        for (const method of others) {
          const answer = await api.call(target, {
            method,
            headers: { 'Content-Type': 'application/json' },
            body: '{"a":',
          });
          expect([method, answer.status, answer.headers.allow]).to.deep.equal([method, 405, allow]);
        }
      });

      if (allow.includes('GET')) {
        it(`HEAD ${target} is GET without the body`, async () => {
          const { status, headers } = await api.call(target);
          const head = await api.call(target, { method: 'HEAD' });
          expect([head.status, head.text]).to.deep.equal([status, '']);
          for (const name of ['content-type', 'content-length', 'etag'])
            expect(head.headers[name], name).to.equal(headers[name]);
        });
      }
    }
  }

  const unknown = [
    '/',
    '/api',
    '/api/',
    '/API/jobs/',
    '/api/Jobs/',
    '/api//jobs/',
    '/api/jobs//',
    '/api/jobs/stats/x',
    `/api/jobs/${ID}/x/`,
    '/api/job-events/1/',
    '/favicon.ico',
    '/%',
    '/api/%zz/',
    '/api/jobs/%ff/',
    '/api/jobs/%E0%A4%A/',
    '/api/docs/../../package.json',
    '/api/docs/%2e%2e/package.json',
    '/api/docs/absolute-path.js',
  ];
  for (const path of unknown) {
    it(`answers 404 to ${path}`, async () => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE'])
        expect((await api.call(path, { method })).status).to.equal(404);
    });
  }

  it('refuses a query that is not percent-encoded UTF-8 on every path', async () => {
    for (const path of ['/api/health/', '/api/config/', '/api/jobs/stats/', `/api/jobs/${ID}/`]) {
      expect((await api.call(`${path}?%`)).status).to.equal(400);
    }
  });

  it('understands targets in absolute form, which name the host', async () => {
    const ask = (target: string, method = 'GET') =>
      sendRaw(api.port, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(parseRaw(await ask('http://localhost/api/jobs/?limit=1')).status).to.equal(200);
    expect(parseRaw(await ask('http://localhost')).status).to.equal(404);
    expect(parseRaw(await ask('http://evil.example/api/jobs/')).status).to.equal(400);
    expect(parseRaw(await ask('http://[bad/api/jobs/')).status).to.equal(400);
    expect(parseRaw(await ask('*', 'OPTIONS')).status).to.equal(204);
  });

  it('takes the id of a request, or makes one, and logs it', async () => {
    const given = `${'x'.repeat(126)}!~`;
    expect((await api.call('/api/health/', { headers: { 'X-Request-Id': given } })).headers['x-request-id']).to.equal(
      given,
    );
    expect(api.logger.lines.map(({ fields }) => fields.request_id)).to.include(given);
    const made = new Set<string | undefined>();
    for (const bad of ['x'.repeat(129), 'a b', 'é', '']) {
      const { headers } = await api.call('/nothing', { headers: { 'X-Request-Id': bad } });
      expect(headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/);
      made.add(headers['x-request-id']);
    }
    expect(made.size).to.equal(4);
  });

  it('writes one line for each request', async () => {
    await api.call('/api/jobs/?limit=x', { headers: { 'X-Request-Id': 'one-line' } });
    const lines = api.logger.lines.filter(({ fields }) => fields.request_id === 'one-line');
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]?.fields).to.include({ method: 'GET', path: '/api/jobs/', status: 400 });
    expect(lines[0]?.fields.ms).to.be.a('number');
  });
});
