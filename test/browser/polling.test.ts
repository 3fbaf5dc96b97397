import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.js';
import { Queue } from './queue.js';
import { closePages, openPage } from './watched-page.js';

/** The requests of a page for a path, counted from now on. */
function counterOf(page: Page, path: string): { count: number } {
  const counter = { count: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) counter.count += 1;
  });
  return counter;
}

const idsOf = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id));

/** Lets the page's clock go on; answers come in real time. */
async function pass(page: Page, ms: number): Promise<void> {
  const answers = page.waitForLoadState('networkidle');
  await page.clock.runFor(ms);
  await answers;
}

async function openWithClock(queue: Queue, path: string, options = {}): Promise<Page> {
  const page = await openPage(queue, 'about:blank', options);
  await page.clock.install();
  await page.goto(path);
  await page.locator('tbody tr').first().waitFor();
  return page;
}

describeInBrowser('A list that refreshes itself', () => {
  let queue: Queue;
  beforeEach(async () => {
    queue = await Queue.open();
    await queue.createMany(5, { type: 'a' });
  });
  afterEach(async () => {
    await closePages().finally(() => queue.close());
  });

  it('shows new jobs, and nothing is asked for while it is paused', async () => {
    const page = await openWithClock(queue, '/jobs');
    const { id } = await queue.create({ type: 'fresh' });
    await pass(page, 2_100);
    await page.locator(`tr[data-id="${id}"]`).waitFor();
    await page.getByRole('button', { name: 'Pause refreshing' }).click();
    await pass(page, 2_100);
    const counter = counterOf(page, '/api/jobs/');
    await pass(page, 60_000);
    expect(counter.count).to.equal(0);
    await page.getByRole('button', { name: 'Resume refreshing' }).click();
    await pass(page, 2_100);
    expect(counter.count).to.be.above(0);
  });

  it('asks for nothing while its tab is hidden, and at once when it is seen again', async () => {
    const page = await openWithClock(queue, '/jobs');
    const show = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);
    await show('hidden');
    await pass(page, 3_000);
    const counter = counterOf(page, '/api/jobs/');
    await pass(page, 60_000);
    expect(counter.count).to.equal(0);
    await show('visible');
    await page.waitForResponse(/\/api\/jobs\/\?/);
  });

  it('keeps what it has while the server is away, backs off, and comes back', async () => {
    const page = await openWithClock(queue, '/jobs', { allows: /ERR_FAILED/ });
    await page.route(/\/api\//, (route) => route.abort());
    await pass(page, 2_100);
    await page.getByText('Stale since').waitFor();
    expect(await page.locator('tbody tr').count()).to.equal(5);
    const counter = counterOf(page, '/api/jobs/');
    for (let second = 0; second < 60; second += 1) await page.clock.runFor(1_000);
    // After 2, 4, 8, 16 and 30 seconds.
    expect(counter.count).to.be.within(3, 6);
    await page.unroute(/\/api\//);
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByText('Stale since').waitFor({ state: 'detached' });
  });

  it('tells that the database is away, and keeps what it has', async () => {
    const page = await openWithClock(queue, '/jobs', { allows: /503/ });
    await page.route(/\/api\/health\//, (route) =>
      route.fulfill({ status: 503, json: { ok: false, database: 'error', detail: 'The database does not answer.' } }),
    );
    await pass(page, 2_100);
    await page.getByRole('alert').getByText('The database does not answer').waitFor();
    expect(await page.locator('tbody tr').count()).to.equal(5);
  });

  it('never shows an older answer after a newer one', async () => {
    const page = await openWithClock(queue, '/jobs?type=a');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/type=slow/, async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await page.getByRole('combobox', { name: 'Type contains' }).fill('slow');
    await page.clock.runFor(400);
    await page.waitForURL('**/jobs?type=slow');
    await page.getByRole('combobox', { name: 'Type contains' }).fill('a');
    await page.clock.runFor(400);
    await page.waitForURL('**/jobs?type=a');
    release();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('tbody tr').count()).to.equal(5);
  });

  for (const [title, use] of Object.entries({
    'the pointer is over it': (page: Page) => page.locator('tbody tr').nth(2).hover(),
    'a row is selected': async (page: Page) => {
      await page.locator('tbody input').nth(2).check();
      await page.mouse.move(0, 0);
    },
    'a row has the focus': (page: Page) => page.locator('tbody a').nth(2).focus(),
    'its menu is open': (page: Page) => page.locator('summary[aria-label="Columns and rows"]').click(),
  })) {
    it(`does not move while ${title}`, async () => {
      const page = await openWithClock(queue, '/jobs');
      await use(page);
      const shown = await idsOf(page);
      for (let poll = 1; poll <= 10; poll += 1) {
        await queue.create({ type: 'new' });
        await pass(page, 2_100);
        expect(await idsOf(page)).to.deep.equal(shown);
      }
      const pill = page.getByRole('button', { name: '10 new · refresh' });
      // Without moving the pointer or the focus, which would let go of the list.
      await pill.dispatchEvent('click');
      expect(await idsOf(page)).to.have.length(15);
    });
  }

  it('shows what becomes of the rows that it holds', async () => {
    const page = await openWithClock(queue, '/jobs');
    await page.locator('tbody tr').last().hover();
    await queue.claimNext('Broken');
    await pass(page, 2_100);
    await page.locator('tbody tr').last().getByText('failed').waitFor();
  });
});
