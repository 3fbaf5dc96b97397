import { expect } from 'chai';
import { describeInBrowser } from './browser.js';
import { Queue } from './queue.js';
import { closePages, openPage } from './watched-page.js';

describeInBrowser('Time', () => {
  let queue: Queue;
  before(async () => {
    queue = await Queue.open({ TIME_ZONE: 'Asia/Tehran' });
  });
  after(() => queue.close());
  afterEach(closePages);

  for (const [timezoneId, shown] of [
    ['Asia/Tehran', '2027-03-14 12:00:00.000 +03:30'],
    ['UTC', '2027-03-14 08:30:00.000 Z'],
    // Half an hour after the clocks there were set forward.
    ['America/New_York', '2027-03-14 04:30:00.000 -04:00'],
  ] as const) {
    it(`is that of ${timezoneId} where the browser is there, and of others if that is chosen`, async () => {
      const { id } = await queue.create({ type: 'a', available_at: '2027-03-14T12:00:00+03:30' });
      const page = await openPage(queue, `/jobs/${id}`, { timezoneId });
      const available = page.locator('.facts div', { hasText: 'Available' }).locator('time');
      await available.waitFor();
      expect(await available.textContent()).to.equal(shown);
      await page.getByLabel('Time zone').selectOption('utc');
      expect(await available.textContent()).to.equal('2027-03-14 08:30:00.000 Z');
      await page.getByLabel('Time zone').selectOption('server');
      expect(await available.textContent()).to.equal('2027-03-14 12:00:00.000 +03:30');
    });
  }

  it('is taken from fields in the zone that is shown', async () => {
    const page = await openPage(queue, '/jobs/new', {
      timezoneId: 'America/New_York',
      preferences: { zone: 'server' },
    });
    await page.getByLabel('Type', { exact: true }).fill('zoned');
    await page.getByLabel('Available').selectOption('at');
    await page.getByText('Asia/Tehran (+03:30)').waitFor();
    await page.getByLabel('Date and time').fill('2027-01-01T00:00:00');
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.waitForURL('**/jobs/*-*');
    const id = page.url().split('/').at(-1) ?? '';
    expect(await queue.job(id)).to.include({ available_at: '2027-01-01T00:00:00.000+03:30' });
  });

  for (const minutes of [10, -10]) {
    it(`is the server's where the browser's clock is ${minutes} minutes away`, async () => {
      await queue.create({ type: 'leased', priority: 32_000 });
      await queue.claimNext();
      const { results } = (await (await fetch(`${queue.url}/api/jobs/?status=running`)).json()) as {
        results: { id: string }[];
      };
      const page = await openPage(queue, '/jobs');
      await page.clock.install({ time: Date.now() + minutes * 60_000 });
      await page.goto(`/jobs/${results[0]?.id}`);
      await page
        .getByText(`clock is ${minutes > 0 ? '9m 5' : '9m 5'}`)
        .or(page.getByText('clock is 10m'))
        .waitFor();
      // A lease of a minute ends within a minute, whatever this clock says.
      const lease = await page.locator('.lease > span').first().textContent();
      expect(lease).to.match(/^Lease ends in [1-6]?\d\.\d s$|^Lease ends in 1m 0/);
    });
  }
});
