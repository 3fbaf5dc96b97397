import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { expect } from 'chai';
import type { Claim } from '../../src/application/ports/job-repository.js';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import { openPostgres } from '../../src/infrastructure/persistence/postgres/open-postgres.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { draft } from '../support/drafts.js';
import { storeConfig } from '../support/open-store.js';
import { type PostgresLocation, type RawDatabase, rawPostgres } from '../support/raw-database.js';
import { rejection } from '../support/rejection.js';
import { SilentLogger } from '../support/silent-logger.js';
import { createJob, LEASE_MS } from '../support/with-store.js';

const JOBS = 100;
const ROUNDS = 5;

/** Batches that lock the same rows would deadlock if they took them in different orders. */
describe('batches over the same rows of PostgreSQL', function () {
  this.timeout(30_000);

  let database: RawDatabase<PostgresLocation>;
  before(async () => {
    database = await rawPostgres();
    await database.open().migrations.latest();
  });
  after(() => database.close());

  async function claimAll({ repository }: Store): Promise<readonly Claim[]> {
    await Promise.all(Array.from({ length: JOBS }, () => createJob(repository)));
    return repository.claim(
      Array.from({ length: JOBS }, (_, n) => `w${n}`),
      LEASE_MS,
    );
  }

  it('never deadlock: settles and signs of life of two stores in opposite orders', async () => {
    const [one, other] = [database.open(), database.open()];
    for (let round = 0; round < ROUNDS; round += 1) {
      const claims = await claimAll(one);
      const touches = [...claims]
        .reverse()
        .map(({ token }) => other.repository.touch(token, { type: 'lease_renewed', leaseMs: LEASE_MS }));
      const settles = claims.map(({ job, token }) => one.repository.settle(token, job.complete(round)));
      const again = [...claims].reverse().map(({ job, token }) => other.repository.settle(token, job.complete(round)));
      expect(await Promise.all([...settles, ...again])).to.deep.equal(Array(2 * JOBS).fill('written'));
      await Promise.all(touches);
    }
    const [events] = await database.sql(`SELECT count(*)::int AS count FROM jobs_jobevent WHERE type = 'succeeded'`);
    expect(events).to.deep.equal({ count: ROUNDS * JOBS });
  });

  it('never deadlock: creates of two stores with the same keys in opposite orders', async () => {
    const stores = [database.open(), database.open()];
    for (let round = 0; round < ROUNDS; round += 1) {
      const keys = Array.from({ length: JOBS }, (_, n) => `key-${round}-${n}`);
      const created = await Promise.all(
        stores.map(({ repository }, n) =>
          Promise.all(
            (n === 0 ? keys : keys.toReversed()).map((idempotencyKey) => repository.create(draft({ idempotencyKey }))),
          ),
        ),
      );
      const [here = [], there = []] = created;
      expect(here.map(({ job }) => job.id)).to.deep.equal(there.map(({ job }) => job.id).reverse());
      expect(created.flat().filter(({ replayed }) => replayed)).to.have.length(JOBS);
    }
  });

  it('end a wait for a connection of the pool that takes too long', async () => {
    const { url } = database.location;
    const patience = { connectMs: 1_000, statementMs: 5_000, queryMs: 5_000, acquireMs: 100 };
    const narrow = openPostgres(url, storeConfig(database.location, { poolMax: 1 }), new SilentLogger(), patience);
    const lock = await database.knex.transaction();
    await lock.raw('LOCK TABLE jobs_job IN SHARE MODE');
    const creating = createJob(narrow.repository);
    await turnOfEventLoop(); // at its end the create takes the connection
    expect(await rejection(narrow.queries.ping())).to.be.instanceOf(StoreUnavailableError);
    await lock.rollback();
    expect((await creating).status).to.equal('queued');
    await narrow.queries.ping();
    await narrow.close();
  });
});
