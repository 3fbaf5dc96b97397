import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { operatorPage } from '../../src/interfaces/web/operator-page.js';
import { buildPage } from '../support/built-page.js';
import { type ApiHarness, openApi, SETTINGS } from './api-harness.js';
import { send } from './http-client.js';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const baseIn = (html: string) => /<base href="([^"]*)">/.exec(html)?.[1] ?? '';
const assetsIn = (html: string) => [...html.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => `/${path}`);

describe("The operator's page", function () {
  this.timeout(90_000);
  let api: ApiHarness;
  before(async () => {
    buildPage();
    api = await openApi(undefined, { page: operatorPage(SETTINGS) });
  });
  after(() => api.close());

  for (const path of ['/', '/jobs', '/jobs/', '/jobs/new', '/jobs/x/', '/events', '/workers/?a=b']) {
    it(`is one document for all views: ${path}`, async () => {
      const { status, headers, text } = await api.call(path);
      expect(status).to.equal(200);
      expect(headers).to.include({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      // Nothing inline runs, and nothing comes from elsewhere.
      expect(text).not.to.match(/<style|\son[a-z]+=|style=|https?:/);
      expect([...text.matchAll(/<script(?![^>]*src=)([^>]*)>/g)].map(([, rest]) => rest)).to.deep.equal([
        ' type="application/json" id="boot"',
      ]);
    });
  }

  it('answers other methods as the API does', async () => {
    expect((await api.call('/jobs', { method: 'HEAD' })).text).to.equal('');
    const options = await api.call('/', { method: 'OPTIONS' });
    expect([options.status, options.headers.allow]).to.deep.equal([204, 'GET, HEAD, OPTIONS']);
    expect((await api.call('/', { method: 'POST' })).status).to.equal(405);
    expect((await api.call('/', { headers: { Host: 'evil.example' } })).status).to.equal(400);
  });

  it('has nothing beside its views', async () => {
    for (const path of ['/index.html', '//', '/docs', '/Jobs', '/jobs/a/b', '/jobs//', '/assets/', '/favicon.ico']) {
      expect((await api.call(path)).status, path).to.equal(404);
    }
    for (const name of ['manifest.json', '..%2f..%2f..%2fpackage.json', '__proto__', 'main.js', 'x.js.br']) {
      expect((await api.call(`/assets/${name}`)).status, name).to.equal(404);
    }
  });

  it('serves its files for good, and compressed as the client likes', async () => {
    const assets = assetsIn((await api.call('/')).text);
    expect(assets).to.have.length(3);
    for (const path of assets) {
      const plain = await api.call(path);
      expect(plain.headers).to.include({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': POLICY,
        vary: 'Accept-Encoding',
      });
      expect(plain.headers['content-encoding']).to.equal(undefined);
      expect(plain.headers['content-type']).to.match(/^text\/(css|javascript)/);
      for (const coding of ['br', 'gzip']) {
        const response = await fetch(api.url + path, { headers: { 'Accept-Encoding': coding } });
        expect(response.headers.get('content-encoding')).to.equal(coding);
        // fetch has decompressed it.
        expect(await response.text()).to.equal(plain.text);
      }
    }
  });

  it('says nothing that could end the script it stands in', async () => {
    const other = await openApi(undefined, { page: operatorPage({ ...SETTINGS, version: '</script><b>&' }) });
    const { text } = await other.call('/');
    await other.close();
    const boot = /id="boot">(.*?)<\/script>/.exec(text)?.[1] ?? '';
    expect(JSON.parse(boot)).to.deep.equal({ version: '</script><b>&' });
  });

  describe('finds its files', () => {
    /** The address of the first file, as a browser at `at` resolves it. */
    const resolved = (html: string, at: string) =>
      new URL(assetsIn(html)[0]?.slice(1) ?? '', new URL(baseIn(html), at)).pathname;

    it('from every view, also where a proxy strips a prefix without a word', async () => {
      for (const view of ['', 'jobs', 'jobs/', 'jobs/x', 'jobs/x/', 'events/']) {
        const { text } = await api.call(`/${view}`);
        expect(resolved(text, `http://h/ops/queue/${view}`), view).to.match(/^\/ops\/queue\/assets\/theme-boot-/);
        expect(resolved(text, `http://h/${view}`), view).to.match(/^\/assets\/theme-boot-/);
      }
    });

    it('where it is mounted in another application', async () => {
      const server = createServer(
        express().use('/ops/queue', (request, response) => void api.server.emit('request', request, response)),
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      for (const path of ['/ops/queue', '/ops/queue/', '/ops/queue/jobs/x']) {
        const { text } = await send(port, path);
        expect(resolved(text, `http://h${path}`), path).to.match(/^\/ops\/queue\/assets\/theme-boot-/);
      }
      server.close();
    });

    it('where a setting or a trusted proxy tells the prefix', async () => {
      const behind = await openApi(undefined, { page: operatorPage({ ...SETTINGS, trustProxy: true }) });
      const headers = { 'X-Forwarded-Prefix': '/a/b' };
      expect(baseIn((await behind.call('/jobs/x', { headers })).text)).to.equal('/a/b/');
      expect(baseIn((await behind.call('/')).text)).to.equal('/');
      await behind.close();
      const fixed = await openApi(undefined, { page: operatorPage({ ...SETTINGS, publicUrl: 'https://h/q&"<>' }) });
      expect(baseIn((await fixed.call('/')).text)).to.equal('/q&#38;%22%3C%3E/');
      await fixed.close();
    });
  });
});
