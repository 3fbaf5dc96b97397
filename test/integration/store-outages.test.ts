import { expect } from 'chai';
import type { ClaimToken } from '../../src/application/ports/job-repository.js';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { draft } from '../support/drafts.js';
import { openStore } from '../support/open-store.js';
import { type OwnPostgresServer, startPostgres } from '../support/postgres-server.js';
import type { PostgresLocation } from '../support/raw-database.js';
import { rejection } from '../support/rejection.js';
import { runOn } from '../support/test-database.js';
import { claimNext, createJob, eventTypes, LEASE_MS } from '../support/with-store.js';

/** Longest that a call may take to learn that nobody listens. */
const BOUND_MS = 2_000;
const TOKEN: ClaimToken = { jobId: draft().id, workerId: 'w', attempt: 1 };

/** Every method of the repository and the queries. */
const CALLS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  create: ({ repository }) => repository.create(draft()),
  claim: ({ repository }) => repository.claim(['w'], LEASE_MS),
  settle: ({ repository }) => repository.settle(TOKEN, { type: 'succeeded', result: 1 }),
  touch: ({ repository }) => repository.touch(TOKEN, { type: 'lease_renewed', leaseMs: LEASE_MS }),
  expireLeases: ({ repository }) => repository.expireLeases(10, () => ({ type: 'failed', error: 'x' })),
  change: ({ repository }) => repository.change(TOKEN.jobId, () => ({ type: 'manual_retry' })),
  job: ({ queries }) => queries.job(TOKEN.jobId),
  jobs: ({ queries }) => queries.jobs({}, 10, 0),
  eventsOf: ({ queries }) => queries.eventsOf(TOKEN.jobId, 0, 10),
  feed: ({ queries }) => queries.feed({}, 10),
  stats: ({ queries }) => queries.stats(),
  ping: ({ queries }) => queries.ping(),
  'migrations.latest': ({ migrations }) => migrations.latest(),
  'migrations.status': ({ migrations }) => migrations.status(),
};

describe('a PostgreSQL that goes away', function () {
  this.timeout(60_000);

  let server: OwnPostgresServer;
  let location: PostgresLocation;
  let store: Store;
  before(async () => {
    server = await startPostgres();
    location = { kind: 'postgres', url: (await server.createDatabase()).url };
    store = openStore(location);
    await store.migrations.latest();
  });
  after(async () => {
    await store.close();
    await server.stop();
  });

  for (const mode of ['fast', 'immediate'] as const) {
    it(`makes every call fail in good time and work again after it (${mode} shutdown)`, async () => {
      await Promise.all(Object.values(CALLS).map((call) => call(store)));
      await server.halt(mode);
      for (const [name, call] of Object.entries(CALLS)) {
        const startedAt = performance.now();
        expect(await rejection(call(store)), name).to.be.instanceOf(StoreUnavailableError);
        expect(performance.now() - startedAt, name).to.be.below(BOUND_MS);
      }
      const together = await Promise.all(Object.values(CALLS).map((call) => rejection(call(store))));
      for (const error of together) expect(error).to.be.instanceOf(StoreUnavailableError);
      await server.resume();
      for (const [name, call] of Object.entries(CALLS)) await call(store).catch(annotate(name));
    });
  }

  it('is not noticed by calls after idle connections were ended', async () => {
    await Promise.all(Array.from({ length: 4 }, () => store.queries.ping()));
    expect(await endIdleConnections()).to.be.at.least(2);
    await Promise.all(Object.values(CALLS).map((call) => call(store)));
  });

  it('does everything with a pool of one connection', async () => {
    const narrow = openStore(location, { poolMax: 1, wakeUp: 'notify' });
    const woken = new Promise<void>((resolve) => narrow.wakeUp.subscribe(resolve));
    await Promise.all(Array.from({ length: 3 }, () => Object.values(CALLS).map((call) => call(narrow))).flat());
    const { id } = await createJob(narrow.repository, { priority: 32_000 });
    narrow.wakeUp.signal();
    await woken;
    const { job, token } = await claimNext(narrow.repository);
    expect(await narrow.repository.settle(token, job.failPermanently('no'))).to.equal('written');
    await narrow.repository.change(id, (failed) => failed.retry());
    expect(await eventTypes(narrow, id)).to.deep.equal(['created', 'claimed', 'failed', 'manual_retry']);
    await narrow.close();
  });

  /** @returns how many connections of the stores were ended */
  async function endIdleConnections(): Promise<number> {
    const ended = await runOn(
      location.url,
      `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE application_name = 'leasehold' AND state = 'idle'`,
    );
    return ended.length;
  }
});

function annotate(name: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${name} does not work again`, { cause: error });
  };
}
