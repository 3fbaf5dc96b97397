import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.js';
import { Queue } from './queue.js';
import { closePages, openPage } from './watched-page.js';

/** What the page asks the API for when `act` is done. */
async function askedBy(page: Page, act: () => Promise<unknown>): Promise<Record<string, string>> {
  const [request] = await Promise.all([page.waitForRequest(/\/api\/jobs\/\?.*status=failed/), act()]);
  return Object.fromEntries(new URL(request.url()).searchParams);
}

describeInBrowser('The filters of the list', () => {
  let queue: Queue;
  before(async () => {
    queue = await Queue.open();
    await queue.createMany(30, { type: 'bulk' });
  });
  after(() => queue.close());
  afterEach(closePages);

  it('go into the address and into what is asked for, and come back from there', async () => {
    const page = await openPage(queue, '/jobs?status=failed');
    await page.locator('summary', { hasText: 'Filter' }).click();
    await page.getByLabel('Id begins with').fill('01a');
    await page.getByLabel('Error contains').fill('50% off_&=');
    await page.getByLabel('Worker begins with').fill('host:7');
    await page.getByLabel('Idempotency key is').fill('k y');
    await page.getByLabel('Created from').fill('2026-01-02T03:04:05');
    await page.getByLabel('Payload path').fill('a.0.b');
    await page.getByLabel('equals').fill('"5"');
    const wanted = { status: 'failed', id: '01a', error: '50% off_&=', worker: 'host:7', 'payload.a.0.b': '"5"' };
    const asked = await askedBy(page, () => page.getByRole('button', { name: 'Apply' }).click());
    expect(asked).to.deep.include({
      ...wanted,
      idempotency_key: 'k y',
      ordering: '-finished_at',
      fields: 'summary',
      count: 'capped',
    });
    expect(Object.fromEntries(new URL(page.url()).searchParams)).to.deep.include({ ...wanted, key: 'k y' });
    expect(await page.locator('.chips').first().locator('.chip').count()).to.equal(6);
    expect(await askedBy(page, () => page.reload())).to.deep.equal(asked);
    await page.getByRole('button', { name: 'Clear all' }).first().click();
    await page.waitForURL('**/jobs?status=failed');
  });

  it('that an address has wrongly are passed over with a word', async () => {
    const page = await openPage(queue, '/jobs?status=open&offset=-1&from=x&payload.=1&limit=9999999999');
    await page.getByText('passed over: status, offset, from, payload., limit').waitFor();
    await page.locator('tbody tr').first().waitFor();
  });

  it('by type follow what is typed', async () => {
    const page = await openPage(queue, '/jobs');
    await page.getByRole('combobox', { name: 'Type contains' }).fill('BULK');
    await page.waitForURL('**/jobs?type=BULK');
    await page.getByText('1–25 of 30').waitFor();
    await page.goBack();
    await page.getByText('1–25 of 30').waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[aria-label="Type contains"]')?.value === '',
    );
  });

  it('have pages on which each job is once', async () => {
    const page = await openPage(queue, '/jobs');
    const ids = () =>
      page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id));
    await page.getByText('1–25 of 30').waitFor();
    const first = await ids();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('26–30 of 30').waitFor();
    const all = [...first, ...(await ids())];
    expect(new Set(all).size).to.equal(30);
    await page.goto('/jobs?offset=500');
    await page.getByText('The list does not go this far').waitFor();
    await page.getByRole('link', { name: 'To its beginning' }).click();
    await page.getByText('1–25 of 30').waitFor();
  });

  it('leave what is chosen of the columns, which is remembered', async () => {
    const page = await openPage(queue, '/jobs');
    await page.locator('summary[aria-label="Columns and rows"]').click();
    await page.getByLabel('Priority').uncheck();
    await page.locator('th', { hasText: 'Priority' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('th', { hasText: 'Priority' }).count()).to.equal(0);
  });

  for (const [name, begins] of [
    ['CSV', 'id,type,status,'],
    ['JSON', '['],
  ] as const) {
    it(`can be saved as ${name}`, async () => {
      const page = await openPage(queue, '/jobs');
      await page.locator('summary[aria-label="Export this page"]').click();
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      const chunks = [];
      for await (const chunk of await file.createReadStream()) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      expect(text.startsWith(begins)).to.equal(true);
      expect(text.match(/bulk/g)).to.have.length(25);
    });
  }
});
