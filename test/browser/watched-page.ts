import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sharedBrowser } from './browser.js';
import type { Queue } from './queue.js';

interface Options extends BrowserContextOptions {
  /** Stored choices of the operator. */
  readonly preferences?: object;
  /** Complaints of the browser that the test itself provokes. */
  readonly allows?: RegExp;
}

const opened = new Set<WatchedPage>();

/** A page that takes note of everything that must not happen on it. */
export class WatchedPage {
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly allows: RegExp | undefined,
  ) {}

  static async open(
    queue: Pick<Queue, 'url'>,
    { preferences = {}, allows, ...context }: Options = {},
  ): Promise<WatchedPage> {
    const made = await (await sharedBrowser()).newContext({
      baseURL: queue.url,
      viewport: { width: 1280, height: 800 },
      ...context,
    });
    await made.addInitScript(
      (stored) => {
        // An empty page has no storage.
        if (location.origin !== 'null') localStorage.setItem('leasehold', localStorage.getItem('leasehold') ?? stored);
        addEventListener('securitypolicyviolation', (event) => console.error(`violates ${event.violatedDirective}`));
      },
      JSON.stringify({ theme: 'light', ...preferences }),
    );
    made.setDefaultTimeout(10_000);
    const page = await made.newPage();
    const watched = new WatchedPage(page, allows);
    watched.#watch();
    opened.add(watched);
    return watched;
  }

  #watch(): void {
    const { page, complaints } = this;
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => complaints.push(String(error.stack)));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      const own = new URL(page.url() === 'about:blank' ? request.url() : page.url()).origin;
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== own && !request.isNavigationRequest()) {
        complaints.push(`asks ${request.url()}`);
      }
    });
  }

  /** Fails if the page broke a rule of its policy, asked elsewhere, or wrote an error. */
  expectClean(): void {
    expect(this.complaints.filter((text) => this.allows?.test(text) !== true)).to.deep.equal([]);
  }
}

/** Opens a page on a queue; it is checked and closed by {@link closePages}. */
export async function openPage(queue: Pick<Queue, 'url'>, path: string, options: Options = {}): Promise<Page> {
  const { page } = await WatchedPage.open(queue, options);
  await page.goto(path);
  return page;
}

/** For `afterEach`: closes what the test opened, and fails it if any page complained. */
export async function closePages(): Promise<void> {
  const pages = [...opened];
  opened.clear();
  await Promise.all(pages.map(({ page }) => page.context().close()));
  for (const page of pages) page.expectClean();
}
