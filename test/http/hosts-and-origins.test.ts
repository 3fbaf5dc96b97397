import { expect } from 'chai';
import type { ApiSettings } from '../../src/interfaces/http/api-settings.js';
import { type ApiHarness, openApi } from './api-harness.js';
import { type Call, parseRaw, sendRaw } from './http-client.js';

const ID = '00000000-0000-0000-0000-000000000000';

describe('Hosts and origins of the REST API', () => {
  let api: ApiHarness;
  const serve = async (settings: Partial<ApiSettings>) => {
    api = await openApi(undefined, { settings });
  };
  afterEach(() => api.close());

  describe('hosts', () => {
    const status = async (host: string, path = '/nothing/') =>
      (await api.call(path, { headers: { Host: host } })).status;

    it('lets those through that are listed, with any port', async () => {
      await serve({ allowedHosts: ['localhost', '[::1]', 'Ops.Example', 'exact.example:81'] });
      for (const host of ['localhost', 'LOCALHOST:1', '[::1]', '[::1]:8000', 'ops.example:65535', 'exact.example:81']) {
        expect([host, await status(host)]).to.deep.equal([host, 404]);
      }
    });

    it('refuses others before anything else', async () => {
      await serve({ allowedHosts: ['localhost', 'exact.example:81'] });
      const bad = [
        'evil.example',
        'localhost.evil.example',
        'evil.example:localhost',
        'localhost@evil.example',
        'exact.example',
        'exact.example:82',
        '',
        ':80',
        'local host',
        'localhost,evil',
        '[::1]',
        'localhost/',
      ];
      for (const host of bad) expect([host, await status(host)]).to.deep.equal([host, 400]);
    });

    it('answers health checks under every name', async () => {
      await serve({ allowedHosts: ['localhost'] });
      for (const path of ['/api/health/', '/api/health', '/api/health?x'])
        expect(await status('10.0.0.7:8000', path)).to.equal(200);
      expect(await status('10.0.0.7:8000', '/api/config/')).to.equal(400);
    });

    it('lets every host through for *', async () => {
      await serve({ allowedHosts: '*' });
      expect(await status('any.example')).to.equal(404);
      expect(await status('a b')).to.equal(400);
    });

    it('wants exactly one Host in HTTP/1.1, and none in HTTP/1.0', async () => {
      await serve({ allowedHosts: '*' });
      const ask = async (version: string, headers: string) =>
        parseRaw(
          await sendRaw(api.port, `GET /api/jobs/?limit=1 HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`),
        );
      expect((await ask('1.1', '')).status).to.equal(400);
      expect((await ask('1.1', 'Host: a\r\nHost: b\r\n')).status).to.equal(400);
      await api.create({ type: 'x' });
      await api.create({ type: 'x' });
      const { status, json } = await ask('1.0', '');
      expect([status, json.next]).to.deep.equal([200, `http://127.0.0.1:${api.port}/api/jobs/?limit=1&offset=1`]);
    });
  });

  describe('origins', () => {
    const retry = async (headers: Call['headers'] = {}) =>
      (await api.call(`/api/jobs/${ID}/retry/`, { method: 'POST', headers: { Host: 'localhost:8000', ...headers } }))
        .status;
    const settings = {
      corsAllowedOrigins: ['https://app.example'],
      publicUrl: 'https://queue.example/ops',
      allowedHosts: '*' as const,
    };

    it('allows clients that are no browsers, listed origins, and its own pages', async () => {
      await serve(settings);
      const allowed: Call['headers'][] = [
        {},
        { Origin: 'https://app.example' },
        { Origin: 'https://app.example', 'Sec-Fetch-Site': 'cross-site' },
        { Origin: 'http://localhost:8000' },
        { Origin: 'http://LOCALHOST:8000' },
        { Origin: 'https://queue.example' },
        { Origin: 'http://plain', Host: 'plain:80' },
        { 'Sec-Fetch-Site': 'same-origin' },
        { 'Sec-Fetch-Site': 'none' },
      ];
      for (const headers of allowed) expect([headers, await retry(headers)]).to.deep.equal([headers, 404]);
    });

    it('refuses pages of others', async () => {
      await serve(settings);
      const refused: Call['headers'][] = [
        { Origin: 'null' },
        { Origin: '' },
        { Origin: 'https://evil.example' },
        { Origin: 'http://localhost' },
        { Origin: 'http://localhost:8001' },
        { Origin: 'https://app.example.evil.example' },
        { Origin: 'https://app.example/' },
        { Origin: 'https://app.example, https://app.example' },
        { Origin: 'file://localhost:8000' },
        { Origin: 'http://x@localhost:8000' },
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': '' },
      ];
      for (const headers of refused) expect([headers, await retry(headers)]).to.deep.equal([headers, 403]);
    });

    it('guards unsafe methods only, after path and method and before the body', async () => {
      await serve(settings);
      const Origin = 'https://evil.example';
      expect((await api.call('/api/jobs/', { headers: { Origin } })).status).to.equal(200);
      expect((await api.call('/api/jobs/', { method: 'POST', headers: { Origin } })).status).to.equal(403);
      expect((await api.call('/api/jobs/', { method: 'DELETE', headers: { Origin } })).status).to.equal(405);
      expect((await api.call('/api/nothing/', { method: 'POST', headers: { Origin } })).status).to.equal(404);
    });
  });

  describe('CORS', () => {
    const Origin = 'https://app.example';

    it('lets listed origins read every answer', async () => {
      await serve({ corsAllowedOrigins: [Origin] });
      for (const path of ['/api/jobs/', '/nothing', '/api/jobs/?limit=0']) {
        const { headers } = await api.call(path, { headers: { Origin } });
        expect(headers['access-control-allow-origin']).to.equal(Origin);
        expect(headers.vary).to.equal('Origin');
        for (const name of ['Location', 'Link', 'ETag', 'Age', 'Retry-After', 'X-Request-Id', 'Idempotent-Replayed']) {
          expect(headers['access-control-expose-headers']).to.contain(name);
        }
      }
    });

    it('answers preflights', async () => {
      await serve({ corsAllowedOrigins: [Origin] });
      const preflight = {
        Origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      };
      const { status, headers } = await api.call('/api/jobs/', { method: 'OPTIONS', headers: preflight });
      expect(status).to.equal(204);
      expect(headers['access-control-allow-origin']).to.equal(Origin);
      expect(headers['access-control-allow-methods']).to.contain('POST');
      for (const name of ['Content-Type', 'Idempotency-Key', 'X-Request-Id', 'If-None-Match']) {
        expect(headers['access-control-allow-headers']).to.contain(name);
      }
    });

    it('says nothing to others', async () => {
      await serve({ corsAllowedOrigins: [Origin] });
      const call = {
        method: 'OPTIONS',
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
      };
      const { status, headers } = await api.call('/api/jobs/', call);
      expect(status).to.equal(204);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
      expect(headers.vary).to.equal('Origin');
    });

    it('is off unless origins are listed', async () => {
      await serve({});
      const { headers } = await api.call('/api/jobs/', { headers: { Origin } });
      expect(headers).not.to.have.any.keys('access-control-allow-origin', 'vary');
    });
  });
});
