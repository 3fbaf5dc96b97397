import { expect } from 'chai';
import pg from 'pg';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { eventually } from '../support/eventually.js';
import { type PostgresLocation, type RawDatabase, rawPostgres, rawSqlite } from '../support/raw-database.js';

const CHANNEL = 'leasehold_wake_up';

describe('wake-ups over PostgreSQL', () => {
  let database: RawDatabase<PostgresLocation>;
  beforeEach(async () => {
    database = await rawPostgres();
  });
  afterEach(() => database.close());

  const notifying = () => database.open({ wakeUp: 'notify' });

  /** Subscribes and waits for the one call that tells that the connection stands. */
  async function listenIn(store: Store): Promise<{ readonly calls: () => number; readonly stop: () => void }> {
    let calls = 0;
    const stop = store.wakeUp.subscribe(() => {
      calls += 1;
    });
    await eventually(() => calls === 1);
    return { calls: () => calls, stop };
  }

  async function listeningPids(): Promise<number[]> {
    const rows = await database.sql<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN ${CHANNEL}'`,
    );
    return rows.map(({ pid }) => pid);
  }

  async function connectionCount(): Promise<number> {
    const [row] = await database.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'leasehold'`,
    );
    return row?.count ?? 0;
  }

  it('reach the subscribers of every store, the own one included', async () => {
    const [one, other] = [notifying(), notifying()];
    const [here, there] = [await listenIn(one), await listenIn(other)];
    one.wakeUp.signal();
    await eventually(() => here.calls() === 2 && there.calls() === 2);
    other.wakeUp.signal();
    await eventually(() => here.calls() === 3 && there.calls() === 3);
  });

  it('stop for one who has unsubscribed', async () => {
    const store = notifying();
    const [gone, stays] = [await listenIn(store), { calls: 0 }];
    store.wakeUp.subscribe(() => {
      stays.calls += 1;
    });
    gone.stop();
    store.wakeUp.signal();
    await eventually(() => stays.calls === 1);
    expect(gone.calls()).to.equal(1);
  });

  it('are few where signals are many', async () => {
    const { calls } = await listenIn(notifying());
    const sender = notifying();
    const startedAt = performance.now();
    for (let round = 0; round < 50; round += 1) {
      for (let n = 0; n < 20; n += 1) sender.wakeUp.signal();
      await new Promise(setImmediate);
    }
    const spentMs = performance.now() - startedAt;
    sender.wakeUp.signal();
    await eventually(() => calls() > 1);
    await sender.close();
    expect(calls()).to.be.below(4 + spentMs / 5);
  });

  it('come again after the listening connection was lost, which is itself a wake-up', async () => {
    const [listener, sender] = [notifying(), notifying()];
    const { calls } = await listenIn(listener);
    const [pid] = await listeningPids();
    await database.sql('SELECT pg_terminate_backend(?)', [pid]);
    await eventually(() => calls() === 2);
    const pids = await listeningPids();
    expect(pids).to.have.length(1).and.not.include(pid);
    sender.wakeUp.signal();
    await eventually(() => calls() === 3);
  });

  it('cost one connection beside the pool, and none in poll mode', async () => {
    const polling = database.open({ wakeUp: 'poll' });
    polling.wakeUp.subscribe(() => undefined);
    polling.wakeUp.signal();
    expect(await connectionCount()).to.equal(0);
    const store = notifying();
    const { calls } = await listenIn(store);
    store.wakeUp.subscribe(() => undefined);
    store.wakeUp.signal();
    await eventually(() => calls() === 2);
    expect(await connectionCount()).to.equal(1);
  });

  it('wake the subscribers of the own process in poll mode', () => {
    const polling = database.open({ wakeUp: 'poll' });
    let calls = 0;
    polling.wakeUp.subscribe(() => {
      calls += 1;
    });
    polling.wakeUp.signal();
    expect(calls).to.equal(1);
  });

  it('leave no connection behind when the store closes, however early', async () => {
    const settled = notifying();
    await listenIn(settled);
    const early = notifying();
    early.wakeUp.subscribe(() => undefined);
    const busy = notifying();
    busy.wakeUp.signal();
    const pings = Array.from({ length: 4 }, () => settled.queries.ping());
    await Promise.all([...pings, settled.close(), early.close(), busy.close()]);
    await eventually(async () => (await connectionCount()) === 0, 1_000);
    settled.wakeUp.signal();
    settled.wakeUp.subscribe(() => undefined);
    expect(await connectionCount()).to.equal(0);
  });

  it('are no more than a NOTIFY on a fixed channel, without a payload', async () => {
    const client = new pg.Client({ connectionString: database.location.url });
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    const heard = new Promise<pg.Notification>((resolve) => client.once('notification', resolve));
    notifying().wakeUp.signal();
    expect(await heard).to.include({ channel: CHANNEL, payload: '' });
    await client.end();
  });
});

describe('wake-ups over SQLite', () => {
  it('are a call within the process', async () => {
    const database = await rawSqlite();
    const store = database.open();
    let calls = 0;
    const stop = store.wakeUp.subscribe(() => {
      calls += 1;
    });
    store.wakeUp.signal();
    stop();
    store.wakeUp.signal();
    expect(calls).to.equal(1);
    await database.close();
  });
});
