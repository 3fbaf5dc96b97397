import { readFile } from 'node:fs/promises';
import SwaggerParser from '@apidevtools/swagger-parser';
import { expect } from 'chai';
import { DOCS_ASSETS, docsAssetsFolder } from '../../src/interfaces/http/docs-assets.js';
import { type ApiHarness, openApi } from './api-harness.js';

describe('Documentation of the REST API', () => {
  let api: ApiHarness;
  before(async () => {
    api = await openApi(undefined, { settings: { trustProxy: true } });
  });
  after(() => api.close());

  it('is a valid OpenAPI 3.1 document', async () => {
    const { json } = await api.call('/api/schema/');
    expect(json).to.include({ openapi: '3.1.0' });
    await SwaggerParser.validate(structuredClone(json));
  });

  it('names each operation once', async () => {
    const { json } = await api.call('/api/schema/');
    const operations: Array<{ operationId: string }> = Object.values(json.paths as object).flatMap((path) =>
      Object.values(path),
    );
    const names = operations.map(({ operationId }) => operationId);
    expect(names).to.have.members([
      'health',
      'config',
      'jobs_list',
      'jobs_create',
      'jobs_stats',
      'jobs_stats_timeseries',
      'jobs_bulk_retry',
      'jobs_retrieve',
      'jobs_events_list',
      'jobs_retry',
      'job_events_list',
      'workers_list',
      'job_types_list',
      'schema',
      'docs',
    ]);
  });

  it('tells the limits that are checked', async () => {
    const { NewJob } = (await api.call('/api/schema/')).json.components.schemas;
    expect(NewJob.required).to.deep.equal(['type']);
    expect(NewJob.properties.type).to.include({ minLength: 1, maxLength: 120 });
    expect(NewJob.properties.priority).to.include({ minimum: -32768, maximum: 32767, default: 50 });
  });

  it('sets no maximum where larger values count as the largest', async () => {
    const { json } = await api.call('/api/schema/');
    for (const [path, most] of [
      ['/api/jobs/', 100],
      ['/api/job-events/', 200],
    ] as const) {
      const parameters: Array<{ name: string; description: string; schema: object }> = json.paths[path].get.parameters;
      const limit = parameters.find(({ name }) => name === 'limit');
      expect(limit?.description).to.contain(`More than ${most} counts as ${most}.`);
      for (const { schema } of parameters) expect(schema).not.to.have.property('maximum');
      expect((await api.call(`${path}?limit=${'9'.repeat(30)}`)).status).to.equal(200);
    }
  });

  it('puts each operation under one heading', async () => {
    const { json } = await api.call('/api/schema/');
    const operations: Array<{ tags: string[] }> = Object.values(json.paths as object).flatMap((path) =>
      Object.values(path),
    );
    const headings = operations.map(({ tags }) => tags);
    expect(new Set(headings.map((tags) => tags.length))).to.deep.equal(new Set([1]));
    const declared = (json.tags as Array<{ name: string }>).map(({ name }) => name);
    expect(declared).to.deep.equal(['jobs', 'events', 'workers', 'system']);
    expect(new Set(headings.flat())).to.deep.equal(new Set(declared));
  });

  it('names the server by the path that its client knows, with and without the slash', async () => {
    const etags = new Set<string | undefined>();
    for (const [prefix, server] of [
      ['/', '/'],
      ['/queue', '/queue'],
      ['/a/b/', '/a/b'],
    ] as const) {
      const headers = { 'X-Forwarded-Prefix': prefix };
      for (const path of ['/api/schema/', '/api/schema']) {
        const { json, headers: answered } = await api.call(path, { headers });
        expect(json.servers).to.deep.equal([{ url: server }]);
        etags.add(answered.etag);
        const again = await api.call(path, { headers: { ...headers, 'If-None-Match': answered.etag ?? '' } });
        expect(again.status).to.equal(304);
      }
    }
    expect(etags.size).to.equal(3);
  });

  it('has a page without anything inline or foreign, under a strict policy', async () => {
    const { headers, text } = await api.call('/api/docs/', { headers: { 'X-Forwarded-Prefix': '/queue' } });
    expect(headers['content-type']).to.equal('text/html; charset=utf-8');
    expect(headers['content-security-policy']).to.contain("default-src 'none'").and.contain("script-src 'self';");
    expect(headers).to.include({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(text).to.contain('<base href="/queue/api/docs/">');
    expect(text).not.to.match(/<style|<script>|style=|\son\w+=|https?:/);
  });

  it('serves the files of the page, and says when they have not changed', async () => {
    const types = {
      'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
      'swagger-ui.css': 'text/css; charset=utf-8',
    };
    for (const name of DOCS_ASSETS) {
      const { status, headers, text } = await api.call(`/api/docs/${name}`);
      expect([status, headers['content-type']]).to.deep.equal([200, types[name]]);
      expect(text).to.equal(await readFile(`${docsAssetsFolder()}/${name}`, 'utf8'));
      const again = await api.call(`/api/docs/${name}`, { headers: { 'If-None-Match': headers.etag ?? '' } });
      expect(again.status).to.equal(304);
    }
    const part = await api.call('/api/docs/swagger-ui.css', { headers: { Range: 'bytes=99999999-' } });
    expect(part.status).to.equal(200);
    const other = await api.call('/api/docs/swagger-ui.css', { headers: { 'If-Match': '"other"' } });
    expect(other.status).to.equal(412);
    const init = await api.call('/api/docs/init.js');
    expect(init.headers['content-type']).to.equal('text/javascript; charset=utf-8');
    expect(init.text).to.contain('validatorUrl: null').and.contain("'../schema/'");
  });
});
