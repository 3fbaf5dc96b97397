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
      'jobs_retrieve',
      'jobs_events_list',
      'jobs_retry',
      'job_events_list',
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
