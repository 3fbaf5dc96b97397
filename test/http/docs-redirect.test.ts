import { expect } from 'chai';
import { docsRedirect } from '../../src/interfaces/http/docs-redirect.js';
import { type ApiHarness, openApi } from './api-harness.js';

describe('The root of the server', () => {
  let api: ApiHarness;
  before(async () => {
    api = await openApi(undefined, { page: docsRedirect() });
  });
  after(() => api.close());

  it('leads to the documentation, by a path that holds behind any prefix', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await api.call('/?x=1', { method });
      expect([status, headers.location, text]).to.deep.equal([302, 'api/docs/', '']);
    }
  });

  it('tells what else can be done with it', async () => {
    const asked = await api.call('/', { method: 'OPTIONS' });
    expect([asked.status, asked.headers.allow]).to.deep.equal([204, 'GET, HEAD, OPTIONS']);
    expect((await api.call('/', { method: 'POST' })).status).to.equal(405);
    expect((await api.call('/', { headers: { Host: 'evil.example' } })).status).to.equal(400);
  });

  it('has nothing beside it', async () => {
    for (const path of ['/index.html', '//', '/api', '/docs/'])
      for (const method of ['GET', 'POST', 'OPTIONS']) expect((await api.call(path, { method })).status).to.equal(404);
  });
});
