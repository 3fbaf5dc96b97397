import { expect } from 'chai';
import { describeInBrowser } from './browser.js';
import { Queue } from './queue.js';
import { closePages, openPage } from './watched-page.js';

describeInBrowser('The keyboard alone', () => {
  let queue: Queue;
  before(async () => {
    queue = await Queue.open();
    await queue.createMany(4, { type: 'report.daily' });
  });
  after(() => queue.close());
  afterEach(closePages);

  it('leads everywhere', async () => {
    const page = await openPage(queue, '/');
    await page.locator('.stat').first().waitFor();
    for (const [keys, path] of [
      ['gj', '/jobs'],
      ['ge', '/events'],
      ['gw', '/workers'],
      ['n', '/jobs/new'],
    ] as const) {
      await page.keyboard.type(keys);
      await page.waitForURL(`**${path}`);
    }
    // In a field, keys are letters.
    await page.getByLabel('Type', { exact: true }).fill('');
    await page.keyboard.type('gjn?');
    expect(await page.getByLabel('Type', { exact: true }).inputValue()).to.equal('gjn?');
    expect(page.url()).to.match(/\/jobs\/new$/);
  });

  it('filters, moves, selects, retries and opens', async () => {
    const { id } = await queue.createFailed({ type: 'invoice.render' });
    const page = await openPage(queue, '/jobs');
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('invoice');
    await page.waitForURL('**/jobs?type=invoice');
    await page.locator('tbody tr:only-child').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: 'Selected jobs' }).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/jobs/${id}`);
    await page.locator('.lane').waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).press('Enter');
    await page.getByText('Queued again').waitFor();
    expect((await queue.job(id)).status).to.equal('queued');
  });

  it('opens the palette, which leads from an id to its job', async () => {
    const { id } = await queue.create({ type: 'mail.send' });
    const page = await openPage(queue, '/jobs');
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Job id' }).waitFor();
    await page.keyboard.insertText(id.toUpperCase());
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/jobs/${id}`);
    await page.locator('.lane, .run').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Job id' }).waitFor();
    await page.keyboard.type('work');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/workers');
  });

  it('changes the theme, pauses, and shows help, whose closing gives the focus back', async () => {
    const page = await openPage(queue, '/jobs');
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('t');
    expect(await page.locator('html').getAttribute('data-theme')).to.equal('dark');
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Resume refreshing' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.closest('tr') !== null)).to.equal(true);
    // What was chosen is there after a reload, before anything is painted.
    await page.reload();
    expect(await page.locator('html').getAttribute('data-theme')).to.equal('dark');
  });
});
