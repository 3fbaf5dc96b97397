import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.js';
import { Queue } from './queue.js';
import { closePages, openPage } from './watched-page.js';

/** A server with many failed jobs: each call retries what it is asked for, and one in fifty is no longer failed. */
async function answerBulkRetries(page: Page, failed: number) {
  const calls: { filter: object; dry_run?: boolean; limit?: number }[] = [];
  let left = failed;
  await page.route(/\/api\/jobs\/bulk-retry\//, async (route) => {
    const call = route.request().postDataJSON();
    calls.push(call);
    if (call.dry_run === true) return route.fulfill({ json: { matched: left, retried: 0, skipped: 0 } });
    const done = Math.min(left, call.limit);
    left -= done;
    const skipped = Math.floor(done / 50);
    return route.fulfill({ json: { matched: left + done, retried: done - skipped, skipped } });
  });
  return calls;
}

describeInBrowser('Retrying', () => {
  let queue: Queue;
  beforeEach(async () => {
    queue = await Queue.open();
  });
  afterEach(async () => {
    await closePages().finally(() => queue.close());
  });

  it('is won by one of two operators, and the other one is told', async () => {
    const { id } = await queue.createFailed({ type: 'a' });
    const [first, second] = [
      await openPage(queue, `/jobs/${id}`),
      await openPage(queue, `/jobs/${id}`, { preferences: { paused: true }, allows: /409/ }),
    ];
    await second.getByRole('button', { name: 'Retry' }).waitFor();
    await first.getByRole('button', { name: 'Retry' }).click();
    await first.getByText('Queued again').waitFor();
    await second.getByRole('button', { name: 'Retry' }).click();
    await second.getByRole('status').getByText('No longer failed').waitFor();
    // It shows the job as it is now, without the button.
    await second.getByRole('button', { name: 'Retry' }).waitFor({ state: 'detached' });
  });

  it('of selected jobs asks first, and says what it did', async () => {
    const jobs = [];
    for (let index = 0; index < 3; index += 1) jobs.push(await queue.createFailed({ type: 'a' }, `Broken ${index}`));
    await queue.create({ type: 'b' });
    const page = await openPage(queue, '/jobs');
    const calls = await answerBulkRetries(page, 3);
    await page.getByLabel('Select all rows').check();
    await page.getByRole('button', { name: 'Retry 3 failed jobs' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Broken 1').waitFor();
    await dialog.getByRole('button', { name: 'Retry 3 jobs' }).click();
    await dialog.getByText('Done: 3 retried of 3').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const asked = (calls.at(-1)?.filter ?? {}) as { ids?: string[] };
    expect(asked.ids).to.have.members(jobs.map(({ id }) => id));
  });

  it('of thousands wants the number typed, goes in chunks, and can be stopped', async () => {
    await queue.createFailed({ type: 'mail' });
    const page = await openPage(queue, '/jobs?status=failed&type=mail');
    const calls = await answerBulkRetries(page, 10_000);
    await page.getByRole('button', { name: 'Retry matching' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('failed jobs whose type contains “mail”').waitFor();
    const go = dialog.getByRole('button', { name: 'Retry 10 000 jobs'.replace(' 000', '\u2009000') });
    expect(await go.isDisabled()).to.equal(true);
    await dialog.getByLabel('Type 10000 to confirm').fill('10000');
    await go.click();
    await dialog.getByText(/Retrying: [1-9]\d* retried/).waitFor();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText('Stopped:').waitFor();
    const { length } = calls;
    expect(length).to.be.below(100);
    expect(calls.at(-1)).to.deep.equal({ filter: { type: 'mail' }, limit: 100 });
    await dialog.getByText('no longer failed').waitFor();
  });

  for (const [status, shown] of [
    [403, 'You may not do this.'],
    [404, 'not offer that'],
    [429, 'Too many requests'],
    [500, 'The server answered 500.'],
  ] as const) {
    it(`shows why it cannot be: ${status}`, async () => {
      await queue.createFailed({ type: 'a' });
      const page = await openPage(queue, '/jobs?status=failed', { allows: new RegExp(`status of ${status}`) });
      await page.route(/bulk-retry/, (route) => route.fulfill({ status, body: '' }));
      await page.getByRole('button', { name: 'Retry matching' }).click();
      await page.getByRole('dialog').getByText(shown).waitFor();
    });
  }
});

describeInBrowser('A view that cannot be loaded', () => {
  let queue: Queue;
  before(async () => {
    queue = await Queue.open();
  });
  after(() => queue.close());
  afterEach(closePages);

  it('says so, and is there after another try', async () => {
    await queue.create({ type: 'a' });
    const page = await openPage(queue, 'about:blank', { allows: /status of 500/, preferences: { paused: true } });
    await page.route(/\/api\/jobs\/\?/, (route) => route.fulfill({ status: 500, body: 'oops' }));
    await page.goto('/jobs');
    await page.getByText('This could not be loaded').waitFor();
    await page.unroute(/\/api\/jobs\/\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('tbody tr').first().waitFor();
  });

  it('names the filter that took too long, and the filters stay of use', async () => {
    const page = await openPage(queue, 'about:blank', { allows: /status of 503/ });
    await page.route(/api\/jobs\/\?.*error=/, (route) =>
      route.fulfill({ status: 503, json: { detail: 'Too slow', errors: { error: ['took longer than 2 s'] } } }),
    );
    await page.goto('/jobs?error=x');
    await page.getByText('This took too long to look for: error.').waitFor();
    await page.getByRole('button', { name: 'Remove filter error contains' }).click();
    await page.locator('tbody tr').first().waitFor();
  });
});
