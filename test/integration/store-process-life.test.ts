import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { type PostgresLocation, type RawDatabase, rawPostgres } from '../support/raw-database.js';

const openStoreModule = new URL('../support/open-store.ts', import.meta.url).href;

/** What holds a process alive, and what does not. */
describe('the life of a process with a store', function () {
  this.timeout(20_000);

  let database: RawDatabase<PostgresLocation>;
  before(async () => {
    database = await rawPostgres();
    await database.open().migrations.latest();
  });
  after(() => database.close());

  /** Runs this code in a process of its own, with `store` open. */
  function start(code: string): ChildProcess {
    const open = `
      import { openStore } from '${openStoreModule}';
      const store = openStore(${JSON.stringify(database.location)}, { wakeUp: 'notify' });`;
    return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', open + code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  it('ends by itself once the store is closed, whatever the store was used for', async () => {
    const child = start(`
      await new Promise((resolve) => store.wakeUp.subscribe(resolve));
      store.wakeUp.signal();
      await Promise.all(Array.from({ length: 8 }, () => store.queries.ping()));
      await store.close();`);
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
  });

  it('goes on while it is subscribed, through the loss of every connection too', async () => {
    const child = start(`
      let calls = 0;
      store.wakeUp.subscribe(async () => {
        await store.queries.ping();
        process.stdout.write(String((calls += 1)));
        if (calls === 2) await store.close();
      });`);
    const { stdout } = child;
    if (stdout === null) throw new Error('The process has no standard output');
    expect(String((await once(stdout, 'data'))[0])).to.equal('1');
    await database.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'leasehold' AND pid <> pg_backend_pid()`,
    );
    expect(String((await once(stdout, 'data'))[0])).to.equal('2');
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
  });
});
