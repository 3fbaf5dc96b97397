import { expect } from 'chai';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import { openPostgres } from '../../src/infrastructure/persistence/postgres/open-postgres.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { storeConfig } from '../support/open-store.js';
import { type PostgresLocation, type RawDatabase, rawPostgres } from '../support/raw-database.js';
import { rejection } from '../support/rejection.js';
import { SilentLogger } from '../support/silent-logger.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { claimNext, createJob, row } from '../support/with-store.js';

const PATIENCE = { connectMs: 300, statementMs: 300, queryMs: 300, acquireMs: 600 };
/** Nothing may take longer than all kinds of patience together, and something for a busy machine. */
const BOUND_MS = 3_000;

/** Connections stand, but no packet arrives any more: nothing but the clock can tell. */
describe('a network to PostgreSQL that falls silent', function () {
  this.timeout(20_000);

  let database: RawDatabase<PostgresLocation>;
  let proxy: TcpProxy;
  let store: Store;
  beforeEach(async () => {
    database = await rawPostgres();
    await database.open().migrations.latest();
    proxy = await TcpProxy.before(database.location.url);
    store = openStore(1);
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
    await database.close();
  });

  function openStore(poolMax: number): Store {
    const location = { kind: 'postgres', url: proxy.through(database.location.url) } as const;
    const config = storeConfig(location, { poolMax, wakeUp: 'notify' });
    return openPostgres(location.url, config, new SilentLogger(), PATIENCE);
  }

  it('fails the call in flight and those that follow, and gives the connection up', async () => {
    await store.queries.ping();
    proxy.silent = true;
    for (let n = 0; n < 3; n += 1) {
      const startedAt = performance.now();
      expect(await rejection(store.queries.ping())).to.be.instanceOf(StoreUnavailableError);
      expect(performance.now() - startedAt).to.be.below(BOUND_MS);
    }
    proxy.silent = false;
    await store.queries.ping();
    expect((await createJob(store.repository)).status).to.equal('queued');
  });

  it('does not leave rows locked for ever by a transaction that nobody will end', async () => {
    const { id } = await createJob(store.repository, { maxAttempts: 1 });
    const { token } = await claimNext(store.repository);
    await store.repository.settle(token, { type: 'failed', error: 'no' });
    const error = await rejection(
      store.repository.change(id, (job) => {
        proxy.silent = true; // with the row locked
        return job.retry();
      }),
    );
    expect(error).to.be.instanceOf(StoreUnavailableError);
    const elsewhere = database.open();
    expect((await elsewhere.repository.change(id, (job) => job.retry()))?.status).to.equal('queued');
    proxy.silent = false;
    expect((await row(store, id)).status).to.equal('queued');
  });

  it('does not hold up the end of the store', async () => {
    store.wakeUp.subscribe(() => undefined);
    await store.queries.ping();
    await new Promise<void>((resolve) => {
      store.wakeUp.subscribe(resolve);
      store.wakeUp.signal();
    });
    proxy.silent = true;
    const startedAt = performance.now();
    await store.close();
    expect(performance.now() - startedAt).to.be.below(BOUND_MS);
  });

  it('loses no signal: it is sent when the network is back', async () => {
    const listening = database.open({ wakeUp: 'notify' });
    const heard = () => new Promise<void>((resolve) => listening.wakeUp.subscribe(resolve));
    const connected = heard();
    store.wakeUp.signal();
    await connected;
    proxy.silent = true;
    store.wakeUp.signal();
    await rejection(store.queries.ping()); // as long as the signal has
    const again = heard();
    proxy.silent = false;
    store.wakeUp.signal();
    await again;
  });
});
