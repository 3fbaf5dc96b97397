import { expect } from 'chai';
import { describeInBrowser } from './browser.js';
import { Queue } from './queue.js';
import { closePages, openPage } from './watched-page.js';

const ATTACKS = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  `javascript:alert(1)//'"`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template is what it wants to be
  '{{7*7}}${7*7}<%= 7*7 %>',
  '</script><svg/onload=alert(1)>',
  '\u202eexe.txt\u202c\u200b\u0007',
];

describeInBrowser('What jobs bring along', () => {
  let queue: Queue;
  before(async () => {
    queue = await Queue.open();
  });
  after(() => queue.close());
  afterEach(closePages);

  for (const attack of ATTACKS) {
    it(`is shown and not obeyed: ${JSON.stringify(attack)}`, async () => {
      const body = { type: attack, payload: { [attack]: attack }, idempotency_key: attack + Math.random() };
      const { id } = await queue.createFailed(body, `${attack}\n    at ${attack} (file.js:1:2)`);
      const page = await openPage(queue, `/jobs/${id}`);
      page.on('dialog', () => expect.fail('a dialog opened'));
      await page.locator('.lane').waitFor();
      expect(await page.locator('h1').textContent()).to.equal(attack);
      expect(await page.locator('.stack pre').textContent()).to.contain(attack);
      // As JSON writes it, which is how the API sent it.
      expect(await page.locator('.job-side .json-string').textContent()).to.equal(JSON.stringify(attack));
      for (const path of [`/jobs?type=${encodeURIComponent(attack)}`, `/events?job_id=${id}`, `/jobs/new?from=${id}`]) {
        await page.goto(path);
        await page.locator('tbody tr, .event-line, textarea').first().waitFor();
      }
      expect(await page.locator('#field-type').inputValue()).to.equal(attack.replace(/[\r\n]/g, ''));
      await page.goto(
        `/jobs?status=${encodeURIComponent(attack)}&payload.x=${encodeURIComponent(attack)}&worker=${encodeURIComponent(attack)}`,
      );
      await page.locator('.banner').first().waitFor();
      await page.goto('/');
      await page.locator('.failing').waitFor();
      expect(await page.locator('main img, main script, main svg:not(.icon)').count()).to.equal(0);
    });
  }

  it('keeps all digits of numbers, and is copied as it was sent', async () => {
    const payload = '{"id":12345678901234567000,"price":1.5,"text":"\u05d0\u05d1 \\\\ \\"q\\""}';
    const { id } = await queue.create(`{"type":"numbers","payload":${payload}}`);
    const page = await openPage(queue, `/jobs/${id}`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy payload' }).click();
    await page.getByText('Payload copied').waitFor();
    const source = await (await fetch(`${queue.url}/api/jobs/${id}/`)).text();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(source).to.contain(`"payload":${copied}`);
    expect(await page.locator('.job-side .json-number').allTextContents()).to.include('12345678901234567000');
  });

  it('may be large, long and deep', async () => {
    const nest = (depth: number): object => (depth === 0 ? {} : { in: nest(depth - 1) });
    const big = { list: Array.from({ length: 5_000 }, (_, index) => index), deep: nest(50), text: 'y'.repeat(800_000) };
    const { id } = await queue.create({ type: 'big', payload: big });
    const page = await openPage(queue, `/jobs/${id}`);
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.locator('.job-side .json-children').first().waitFor();
    expect(await page.locator('.json-row').count()).to.be.below(300);
    const list = page.getByRole('button', { name: '"list"' });
    await list.locator('..').getByRole('button', { name: '4900 more' }).click();
    expect(await page.locator('.json-row').count()).to.be.above(1_000);
    await list.click();
    // Deep down, one click a level.
    for (let level = 0; level < 10; level += 1)
      await page.locator('.json-toggle[aria-expanded=false]', { hasText: '"in"' }).last().click();
    await page.getByRole('button', { name: 'Raw' }).click();
    expect((await page.locator('.json-raw').textContent())?.length).to.be.above(800_000);
  });
});
