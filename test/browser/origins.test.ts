import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { describeInBrowser, PLAIN_HOST, sharedBrowser } from './browser.js';
import { Queue } from './queue.js';
import { closePages, openPage } from './watched-page.js';

describeInBrowser('Where requests come from', () => {
  let queue: Queue;
  before(async () => {
    queue = await Queue.open();
  });
  after(() => queue.close());
  afterEach(closePages);

  it('a form on a page of another site retries nothing', async () => {
    const { id } = await queue.createFailed({ type: 'a' });
    const attacker = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<form method=post action="${queue.url}/api/jobs/${id}/retry/"><button>Win</button></form>`);
    });
    attacker.listen(0, '127.0.0.1');
    await once(attacker, 'listening');
    const context = await (await sharedBrowser()).newContext();
    const page = await context.newPage();
    await page.goto(`http://localhost:${(attacker.address() as AddressInfo).port}/`);
    const [answer] = await Promise.all([page.waitForResponse(/retry/), page.click('button')]);
    expect(answer.status()).to.equal(403);
    expect((await queue.job(id)).status).to.equal('failed');
    await context.close();
    attacker.closeAllConnections();
    attacker.close();
    // The same from a shell, which has no origin.
    expect((await fetch(`${queue.url}/api/jobs/${id}/retry/`, { method: 'POST' })).status).to.equal(200);
  });

  it('a host of the intranet without HTTPS can do everything, and copies in the old way', async () => {
    const { id } = await queue.createFailed({ type: 'b' });
    const page = await openPage({ url: `http://${PLAIN_HOST}:${queue.port}` }, `/jobs/${id}`);
    expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).to.deep.equal([false, false]);
    await page.getByRole('button', { name: 'Copy job id' }).click();
    await page.getByText('Job id copied').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Queued again').waitFor();
    await page.goto('/jobs/new');
    await page.getByRole('button', { name: 'Generate' }).click();
    expect(await page.getByLabel('Idempotency key').inputValue()).to.match(/^[0-9a-f]{32}$/);
  });
});
