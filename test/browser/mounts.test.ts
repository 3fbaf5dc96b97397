import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describeInBrowser } from './browser.js';
import { Queue } from './queue.js';
import { closePages, openPage } from './watched-page.js';

/** A proxy that passes requests on, with the path that `rewrite` makes of theirs. */
function proxyTo(port: () => number, rewrite: (path: string) => string, headers: object = {}): Server {
  return createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url = '/' } = incoming;
    const onward = request(
      { port: port(), path: rewrite(url), method, headers: { ...incoming.headers, ...headers } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
}

const strip = (path: string) => path.replace(/^\/ops\/queue/, '') || '/';

describeInBrowser('The page under a path', () => {
  let queue: Queue;
  let trusting: Queue;
  before(async () => {
    queue = await Queue.open();
    trusting = await Queue.open({ TRUST_PROXY: 'true' });
    for (const each of [queue, trusting]) await each.create({ type: 'mail.send' });
  });
  after(async () => {
    await queue.close();
    await trusting.close();
  });
  afterEach(closePages);

  const mounted = () =>
    createServer(
      express().use('/ops/queue', (incoming, outgoing) => void queue.server.emit('request', incoming, outgoing)),
    );
  const mounts: Readonly<Record<string, readonly [prefix: string, server: () => Server]>> = {
    'the root': [
      '',
      () =>
        proxyTo(
          () => queue.port,
          (path) => path,
        ),
    ],
    'another application': ['/ops/queue', mounted],
    'a proxy that strips the prefix': ['/ops/queue', () => proxyTo(() => queue.port, strip)],
    'a proxy that strips and tells the prefix': [
      '/ops/queue',
      () => proxyTo(() => trusting.port, strip, { 'X-Forwarded-Prefix': '/ops/queue' }),
    ],
  };

  for (const [title, [prefix, open]] of Object.entries(mounts)) {
    it(`works behind ${title}: links, deep links, reload and back`, async () => {
      const server = open();
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const page = await openPage({ url }, `${prefix}/jobs?status=queued`);
      await page.locator('tbody a').first().click();
      await page.waitForURL(`${url}${prefix}/jobs/*`);
      await page.locator('h1:has-text("mail.send")').waitFor();
      await page.reload();
      await page.locator('h1:has-text("mail.send")').waitFor();
      await page.goBack();
      await page.locator('tbody tr').first().waitFor();
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.waitForURL(`${url}${prefix}/`);
      await page.locator('canvas').first().waitFor();
      if (prefix !== '' && !title.startsWith('a proxy that strips the')) {
        await page.goto(prefix);
        await page.locator('h1:has-text("Overview")').waitFor();
      }
      await page.close();
      server.closeAllConnections();
      server.close();
    });
  }
});
