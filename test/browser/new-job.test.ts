import { expect } from 'chai';
import { handlerMap } from '../../src/interfaces/worker/handler-map.js';
import { describeInBrowser } from './browser.js';
import { Queue } from './queue.js';
import { closePages, openPage } from './watched-page.js';

const payloadSchema = { type: 'object', required: ['to'], properties: { to: { type: 'string', pattern: '@' } } };
const handlers = handlerMap({ 'mail.send': { payloadSchema, handle: () => null } }, 'The test handlers');

describeInBrowser('A new job', () => {
  let queue: Queue;
  before(async () => {
    queue = await Queue.open({}, handlers);
  });
  after(() => queue.close());
  afterEach(closePages);

  it('is checked while it is typed, and each fault stands at its field', async () => {
    const page = await openPage(queue, '/jobs/new');
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.locator('#fault-type').getByText('is required').waitFor();
    await page.getByLabel('Type', { exact: true }).fill('mail.send');
    await page.getByLabel('Payload').fill('{\n  "to": }');
    await page.locator('#fault-payload').getByText('line 2, column 9: a value is expected here').waitFor();
    await page.getByLabel('Priority').fill('high');
    await page.locator('#fault-priority').getByText('must be a whole number').waitFor();
    expect(await page.getByLabel('Priority').getAttribute('aria-invalid')).to.equal('true');
  });

  it('shows what the server says at the field that it says it of', async () => {
    const page = await openPage(queue, '/jobs/new', { allows: /status of 400/ });
    await page.getByLabel('Type', { exact: true }).fill('mail.send');
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.locator('#fault-payload').getByText('to: is missing').waitFor();
    // A pattern is for the server to check.
    await page.getByLabel('Payload').fill('{"to": "nobody"}');
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.locator('#fault-payload').getByText('must match pattern "@"').waitFor();
  });

  it('is kept as a draft until it is sent, and sent as it was typed', async () => {
    const page = await openPage(queue, '/jobs/new');
    await page.getByLabel('Type', { exact: true }).fill('report');
    await page.getByLabel('Payload').fill('{"n": 1.50}');
    await page.reload();
    expect(await page.getByLabel('Payload').inputValue()).to.equal('{"n": 1.50}');
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      page.getByRole('button', { name: 'Create job' }).click(),
    ]);
    expect(sent.postData()).to.equal('{"type":"report","payload":{"n": 1.50}}');
    await page.getByRole('heading', { name: 'report' }).waitFor();
    await page.goto('/jobs/new');
    expect(await page.getByLabel('Type', { exact: true }).inputValue()).to.equal('');
  });

  it('with a known key is the job that the key belongs to', async () => {
    const { id } = await queue.create({ type: 'a', idempotency_key: 'once' });
    const page = await openPage(queue, '/jobs/new');
    await page.getByLabel('Type', { exact: true }).fill('b');
    await page.getByLabel('Idempotency key').fill('once');
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.waitForURL(`**/jobs/${id}`);
    await page.getByRole('status').getByText('The key is known').waitFor();
  });

  it('is made from another one, and says what is different', async () => {
    const { id } = await queue.create({ type: 'a', payload: { n: 1, m: 2 }, priority: 7, idempotency_key: 'k' });
    const page = await openPage(queue, `/jobs/${id}`);
    await page.getByRole('link', { name: 'Duplicate or edit' }).click();
    await page.getByText('None: this would be the same job once more.').waitFor();
    await page.getByLabel('Payload').fill('{\n  "n": 9,\n  "m": 2\n}');
    await page.locator('del', { hasText: '"n": 1' }).waitFor();
    await page.locator('ins', { hasText: '"n": 9' }).waitFor();
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.waitForURL((url) => /\/jobs\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(id));
    expect(await queue.job(page.url().split('/').at(-1) ?? '')).to.deep.include({
      payload: { n: 9, m: 2 },
      priority: 7,
      idempotency_key: null,
    });
  });
});
