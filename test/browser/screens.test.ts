import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.js';
import { type JobJson, Queue } from './queue.js';
import { closePages, WatchedPage } from './watched-page.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Where screenshots of every screen are put, to be looked at by people; unset: nowhere. */
const SCREENSHOTS = process.env.SCREENSHOT_FOLDER;

/** What accessibility rules find to be serious. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(async () => {
    return (await (globalThis as unknown as { axe: { run(): Promise<unknown> } }).axe.run()) as AxeResults;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describeInBrowser('Every screen', () => {
  let queue: Queue;
  let failed: JobJson;
  let running: JobJson;
  const screens = () => ({
    overview: ['/', 'h1:has-text("Overview")'],
    jobs: ['/jobs', 'tbody tr'],
    filtered: ['/jobs?status=failed&type=long&payload.a=1', '.chip'],
    job: [`/jobs/${failed.id}`, '.lane'],
    running: [`/jobs/${running.id}`, '.lease'],
    missing: ['/jobs/01a22e09-c24f-73ff-a73f-0d4c9ea13198', 'h2:has-text("no such job")'],
    events: ['/events', '.event-line'],
    workers: ['/workers', 'h1:has-text("Workers")'],
    'new-job': [`/jobs/new?from=${failed.id}`, 'textarea'],
  });

  before(async () => {
    queue = await Queue.open();
    const type = `long.${'word'.repeat(28)}`;
    failed = await queue.createFailed(
      { type, idempotency_key: 'k'.repeat(255), payload: { a: 1 } },
      `Error: ${'x'.repeat(300)}\n    at a (/b.js:1:2)`,
    );
    running = await queue.create({ type: 'mail.send', priority: 31_000 });
    await queue.claimNext();
    await queue.createMany(3, { type: 'report.daily' });
  });
  after(() => queue.close());
  afterEach(closePages);

  for (const theme of ['light', 'dark'] as const) {
    it(`breaks no rule and can be used by everybody, ${theme}`, async () => {
      // That the browser writes a line for a job that is not there cannot be helped.
      const watched = await WatchedPage.open(queue, { preferences: { theme }, allows: /404 .*\/api\/jobs\/01a22e09/ });
      const { page } = watched;
      for (const [name, [path = '', landmark = '']] of Object.entries(screens())) {
        await page.goto(path);
        await page.locator(landmark).first().waitFor();
        if (name === 'overview') await page.locator('canvas').first().waitFor();
        expect(await faultsOf(page), name).to.deep.equal([]);
        if (SCREENSHOTS !== undefined)
          await page.screenshot({ path: join(SCREENSHOTS, `${name}-${theme}.png`), fullPage: true });
      }
    });
  }

  it('can be used where colours are forced', async () => {
    const { page } = await WatchedPage.open(queue, { forcedColors: 'active' });
    for (const path of ['/', '/jobs', `/jobs/${failed.id}`]) {
      await page.goto(path);
      await page.locator('.card').first().waitFor();
      expect(await faultsOf(page), path).to.deep.equal([]);
    }
  });

  it('has dialogs that can be used by everybody', async () => {
    const { page } = await WatchedPage.open(queue);
    await page.goto('/jobs');
    await page.locator('tbody tr').first().waitFor();
    for (const [name, opener] of [
      ['Settings', '[aria-label=Settings]'],
      ['Help', '[aria-label=Help]'],
      ['Go to', '.search-button'],
    ] as const) {
      await page.click(opener);
      await page.getByRole('dialog', { name }).waitFor();
      expect(await faultsOf(page), name).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate((selector) => document.activeElement?.matches(selector), opener), name).to.equal(true);
    }
  });

  for (const [title, viewport, direction] of [
    ['320 pixels', { width: 320, height: 640 }, 'ltr'],
    ['a window that is enlarged to twice the size', { width: 640, height: 400 }, 'ltr'],
    ['a script from right to left', { width: 390, height: 800 }, 'rtl'],
    ['a wide window from right to left', { width: 1280, height: 800 }, 'rtl'],
  ] as const) {
    it(`fits ${title}`, async () => {
      const { page } = await WatchedPage.open(queue, { viewport, allows: /404 .*\/api\/jobs\/01a22e09/ });
      for (const [name, [path = '', landmark = '']] of Object.entries(screens())) {
        await page.goto(path);
        await page.locator(landmark).first().waitFor();
        await page.evaluate((dir) => {
          document.documentElement.dir = dir;
        }, direction);
        expect(await overflow(page), name).to.equal(0);
        if (SCREENSHOTS !== undefined)
          await page.screenshot({
            path: join(SCREENSHOTS, `${name}-${viewport.width}-${direction}.png`),
            fullPage: true,
          });
      }
    });
  }

  it('includes the documentation of the API', async () => {
    const { page } = await WatchedPage.open(queue);
    await page.goto('/');
    await page.getByRole('link', { name: 'API docs' }).click();
    await page.locator('.opblock').first().waitFor();
  });
});
