import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A name that leads to this machine. To the browser it is an ordinary host, whose pages over HTTP get less trust. */
export const PLAIN_HOST = 'queue.test';

const path = process.env.CHROMIUM_PATH ?? USUAL_PLACES.find((place) => existsSync(place));
let browser: Promise<Browser> | undefined;

after(async () => {
  await (await browser)?.close();
});

/** The one browser of the test run. */
export function sharedBrowser(): Promise<Browser> {
  if (path === undefined) throw new Error('There is no Chromium; CHROMIUM_PATH may tell where one is');
  browser ??= chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`],
  });
  return browser;
}

/** A suite that exists only where there is a browser. */
export function describeInBrowser(title: string, suite: (this: Mocha.Suite) => void): void {
  if (path === undefined) return;
  describe(title, function () {
    this.timeout(60_000);
    suite.call(this);
  });
}
