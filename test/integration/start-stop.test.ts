import { expect } from 'chai';
import express from 'express';
import { ScheduledHandlerRunner } from '../../src/infrastructure/handlers/scheduled-handler-runner.js';
import { TaskScheduler } from '../../src/infrastructure/scheduler/task-scheduler.js';
import { httpService } from '../../src/interfaces/cli/http-service.js';
import { createApiServer } from '../../src/interfaces/http/create-server.js';
import { type RawDatabase, rawPostgres, rawSqlite } from '../support/raw-database.js';
import { SilentLogger } from '../support/silent-logger.js';
import { WorkerFixture } from '../support/worker-fixture.js';

const LANES = 10;
/** `CYCLES=50` for the long form. */
const CYCLES = Number(process.env.CYCLES ?? 10);

/** Starts and stops something again and again, side by side, and looks whether anything is left behind. */
async function cycle(once: (lane: number) => Promise<void>): Promise<void> {
  await once(0); // what is made once and kept, such as a pool of file threads
  const before = await leftOpen();
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      for (let n = 0; n < CYCLES; n += 1) await once(lane);
    }),
  );
  expect(await leftOpen()).to.deep.equal(before);
}

/** What keeps a process alive, and who listens to it, when all that is about to end has ended. */
async function leftOpen(): Promise<object> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  const kinds = process.getActiveResourcesInfo().filter((kind) => /Timeout|TCP|Worker|MessagePort/.test(kind));
  const counts = Object.fromEntries(
    [...new Set(kinds)].sort().map((kind) => [kind, kinds.filter((k) => k === kind).length]),
  );
  const listeners = process.eventNames().map((name) => [String(name), process.listenerCount(name)]);
  return { counts, listeners: Object.fromEntries(listeners.sort()) as object };
}

describe(`${LANES} × ${CYCLES} starts and stops`, function () {
  this.timeout(300_000);
  const databases: RawDatabase[] = [];
  after(async () => {
    for (const database of databases) await database.close();
  });

  it('of a worker', () =>
    cycle(async (lane) => {
      const fixture = new WorkerFixture({ quick: { run: 'inline', handle: () => lane } });
      const id = await fixture.create('quick');
      fixture.runner.start();
      await fixture.runner.stop();
      await fixture.expectHealthy();
      expect(fixture.job(id).status).to.be.oneOf(['queued', 'succeeded']);
    }));

  it('of a worker with threads', () =>
    cycle(async () => {
      const fixture = new WorkerFixture(
        { quick: { handle: () => 1 } },
        { handlerRunner: new ScheduledHandlerRunner(2) },
      );
      fixture.runner.start();
      await Promise.all([fixture.runner.stop(), fixture.runner.stop()]);
    }));

  it('of a scheduler', () =>
    cycle(async (lane) => {
      const scheduler = new TaskScheduler({ numWorkers: 2, lazyThreads: true });
      await scheduler.start();
      expect(await scheduler.run({ payload: () => lane })).to.equal(lane);
      await scheduler.shutdown();
    }));

  it('of a server', () => {
    const app = express().use((_request, response) => void response.send('yes'));
    return cycle(async () => {
      const addresses: string[] = [];
      const server = createApiServer(app, new SilentLogger());
      const service = httpService(server, { host: '127.0.0.1', port: 0, graceMs: 1_000 }, (url) => addresses.push(url));
      await service.start();
      const answer = await fetch(addresses[0] ?? '', { headers: { connection: 'close' } });
      expect(await answer.text()).to.equal('yes');
      await service.stop();
    });
  });

  for (const [name, open] of Object.entries({ SQLite: rawSqlite, PostgreSQL: rawPostgres })) {
    it(`of a store on ${name}`, async () => {
      const database = await open();
      databases.push(database);
      await database.open().migrations.latest();
      await cycle(async () => {
        const store = database.open({ wakeUp: 'notify' });
        const stop = store.wakeUp.subscribe(() => undefined);
        await store.queries.ping();
        stop();
        await store.close();
      });
    });
  }
});
