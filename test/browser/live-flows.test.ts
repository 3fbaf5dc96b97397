import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.js';
import { Queue } from './queue.js';
import { closePages, openPage } from './watched-page.js';

/** The word that says how the job is. */
const badge = (page: Page, word: string) => page.locator('.job-head .badge', { hasText: word });
const lanes = (page: Page, ...texts: string[]) =>
  Promise.all(texts.map((text, index) => page.locator('.lane').nth(index).getByText(text, { exact: true }).waitFor()));

describeInBrowser('A job watched to its end', () => {
  let queue: Queue;
  before(async () => {
    queue = await Queue.open();
    queue.startWorker();
  });
  after(() => queue.close());
  afterEach(closePages);

  const watch = async (type: string, payload: object, more: object = {}) => {
    const { id } = await queue.create({ type, payload, ...more });
    return openPage(queue, `/jobs/${id}`);
  };

  it('succeeds', async () => {
    const page = await watch('demo.success', { sleep_seconds: 0.1 });
    await badge(page, 'succeeded').waitFor();
    await lanes(page, 'succeeded');
    await page.locator('section', { hasText: 'Result' }).getByText('0.1').first().waitFor();
  });

  it('fails, is retried by hand, and fails again', async () => {
    const page = await watch('demo.fail', { error: 'Out of paper' }, { max_attempts: 2 });
    await badge(page, 'failed').waitFor();
    await lanes(page, 'failed, to be retried', 'failed');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'Run 2' }).waitFor();
    await page.locator('.run').nth(1).locator('.lane').nth(1).getByText('failed', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Last error' }).getByText('Out of paper').waitFor();
  });

  it('fails at first, then succeeds', async () => {
    const page = await watch('demo.flaky', { fail_until_attempt: 3 });
    await badge(page, 'succeeded').waitFor();
    await lanes(page, 'failed, to be retried', 'failed, to be retried', 'succeeded');
  });

  it('outlives its lease by renewing it', async () => {
    const page = await watch('demo.slow', { sleep_seconds: 3 });
    await page.getByText('Lease ends in').waitFor();
    await page.getByText(/renewed [3-9] times/).waitFor();
    await badge(page, 'succeeded').waitFor();
    await lanes(page, 'succeeded');
  });

  it('loses its lease, is taken back, and says why', async () => {
    const page = await watch('demo.timeout', { sleep_seconds: 30 }, { max_attempts: 2 });
    await badge(page, 'failed').waitFor();
    await lanes(page, 'lease lost', 'failed');
    await page.getByText('and this was its last attempt').waitFor();
  });

  it('is seen among the events as they happen', async () => {
    const page = await openPage(queue, '/events');
    await page.locator('.event-line').first().waitFor();
    const { id } = await queue.create({ type: 'demo.success', payload: { sleep_seconds: 0 } });
    const own = page.locator('.event-line', { has: page.locator(`a[title="${id}"]`) });
    await own.filter({ hasText: 'succeeded' }).waitFor();
    await own.filter({ hasText: 'created' }).waitFor();
    await own.first().getByRole('link').click();
    await page.waitForURL(`**/jobs/${id}`);
  });
});

describeInBrowser('An empty queue', () => {
  let queue: Queue;
  before(async () => {
    queue = await Queue.open();
  });
  after(() => queue.close());
  afterEach(closePages);

  it('says how to make a first job, and makes one', async () => {
    const page = await openPage(queue, '/');
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    await page.getByText("curl '").waitFor();
    await page.getByRole('button', { name: 'demo.flaky' }).click();
    await page.getByRole('heading', { name: 'demo.flaky' }).waitFor();
    await page.goto('/jobs?type=nothing');
    await page.getByText('No job matches these filters').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.locator('tbody tr').waitFor();
  });

  it('warns when jobs wait and nobody takes them', async () => {
    const page = await openPage(queue, 'about:blank');
    await page.route(/\/api\/jobs\/stats\/$/, (route) =>
      route.fulfill({
        json: {
          total: 1,
          by_status: { queued: 1, running: 0, succeeded: 0, failed: 0 },
          overdue_running: 0,
          retries_pending: 0,
          oldest_queued_at: new Date(Date.now() - 600_000).toISOString(),
        },
      }),
    );
    await page.goto('/');
    await page.getByRole('alert').getByText('Nothing is consuming this queue').waitFor();
  });
});
