import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import type { ApiSettings } from '../../src/interfaces/http/api-settings.js';
import { type ApiHarness, openApi } from './api-harness.js';
import { send } from './http-client.js';

const FORWARDED = {
  'X-Forwarded-Proto': 'https, http',
  'X-Forwarded-Host': 'queue.example:444, inner',
  'X-Forwarded-Prefix': '/queue/',
};

describe('Links of the REST API', () => {
  let api: ApiHarness;
  const serve = async (settings: Partial<ApiSettings>) => {
    api = await openApi(undefined, { settings });
    for (let n = 0; n < 2; n += 1) await api.create({ type: 'x' });
  };
  const base = async (headers: Record<string, string> = {}) => {
    const { json } = await api.call('/api/jobs/?limit=1', { headers });
    return String(json.next).replace('/api/jobs/?limit=1&offset=1', '');
  };
  afterEach(() => api.close());

  it('do not believe X-Forwarded-* of anybody', async () => {
    await serve({});
    expect(await base(FORWARDED)).to.equal(api.url);
    expect(await base({ Host: 'localhost:99' })).to.equal('http://localhost:99');
  });

  it('follow a trusted proxy', async () => {
    await serve({ trustProxy: true });
    expect(await base(FORWARDED)).to.equal('https://queue.example:444/queue');
    expect(await base({ 'X-Forwarded-Prefix': '/a/b' })).to.equal(`${api.url}/a/b`);
    expect(await base({ 'X-Forwarded-Prefix': '/' })).to.equal(api.url);
    const { headers } = await api.create({ type: 'x' }, FORWARDED);
    expect(headers.location).to.match(/^https:\/\/queue\.example:444\/queue\/api\/jobs\/[0-9a-f-]{36}\/$/);
  });

  it('pass over forwarded values that cannot be', async () => {
    await serve({ trustProxy: true });
    for (const prefix of ['//evil.example', 'queue', '/a//b', '/a"b', '/<x>'])
      expect(await base({ 'X-Forwarded-Prefix': prefix })).to.equal(api.url);
    expect(await base({ 'X-Forwarded-Proto': 'javascript' })).to.equal(api.url);
    for (const host of ['a/b', '[::1', 'a b', '%zz', '"><x>', 'a:b:c', ''])
      expect(await base({ 'X-Forwarded-Host': host })).to.equal(api.url);
  });

  it('begin with PUBLIC_URL if there is one', async () => {
    await serve({ publicUrl: 'https://public.example/ops/', trustProxy: true });
    expect(await base(FORWARDED)).to.equal('https://public.example/ops');
    const docs = await api.call('/api/docs/');
    expect(docs.text).to.contain('<base href="/ops/api/docs/">');
    expect((await api.call('/api/schema')).json.servers).to.deep.equal([{ url: '/ops' }]);
  });

  it('know where the application is mounted', async () => {
    await serve({});
    const outer = express().use('/ops/queue', (request, response, next) => {
      const inner = api.server.listeners('request').at(-1) as express.Express;
      inner(request, response, next);
    });
    const server = createServer(outer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { json } = await send(port, '/ops/queue/api/jobs/?limit=1');
    const docs = await send(port, '/ops/queue/api/docs');
    const schema = await send(port, '/ops/queue/api/schema');
    server.close();
    expect(json.next).to.equal(`http://127.0.0.1:${port}/ops/queue/api/jobs/?limit=1&offset=1`);
    expect(docs.text).to.contain('<base href="/ops/queue/api/docs/">');
    expect(schema.json.servers).to.deep.equal([{ url: '/ops/queue' }]);
  });
});
