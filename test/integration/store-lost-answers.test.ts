import { expect } from 'chai';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import type { Outcome } from '../../src/domain/transition.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { draft } from '../support/drafts.js';
import { openStore } from '../support/open-store.js';
import { type PostgresLocation, type RawDatabase, rawPostgres } from '../support/raw-database.js';
import { rejection } from '../support/rejection.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { claimNext, createJob, eventTypes, LEASE_MS, row } from '../support/with-store.js';

const OUTCOMES: readonly Outcome[] = [
  { type: 'succeeded', result: { n: 1 } },
  { type: 'retry_scheduled', error: 'once more', delayMs: 60_000 },
  { type: 'failed', error: 'for good' },
];

/** The database commits, and the connection is lost before it could say so. */
describe('an answer of PostgreSQL that gets lost', () => {
  let database: RawDatabase<PostgresLocation>;
  let proxy: TcpProxy;
  let store: Store;
  before(async () => {
    database = await rawPostgres();
    await database.open().migrations.latest();
    proxy = await TcpProxy.before(database.location.url);
    store = openStore({ kind: 'postgres', url: proxy.through(database.location.url) });
  });
  beforeEach(() => database.sql('TRUNCATE jobs_job, jobs_jobevent'));
  after(async () => {
    await store.close();
    await proxy.close();
    await database.close();
  });

  async function jobCount(): Promise<number> {
    return (await store.queries.stats()).total;
  }

  it('to a create makes no second job, with a key or without', async () => {
    for (const idempotencyKey of ['known', null]) {
      const wanted = draft({ idempotencyKey });
      const lost = proxy.loseAnswerTo('INSERT INTO jobs_job');
      const { job, replayed } = await store.repository.create(wanted);
      await lost;
      expect([job.id, replayed]).to.deep.equal([wanted.id, false]);
      expect(await eventTypes(store, job.id)).to.deep.equal(['created']);
    }
    expect(await jobCount()).to.equal(2);
  });

  it('to a create that is repeated by its caller gives the same job', async () => {
    const wanted = draft({ idempotencyKey: 'mine' });
    await store.repository.create(wanted);
    const again = await store.repository.create(wanted);
    expect([again.job.id, again.replayed]).to.deep.equal([wanted.id, false]);
    const replay = await store.repository.create(draft({ idempotencyKey: 'mine' }));
    expect([replay.job.id, replay.replayed]).to.deep.equal([wanted.id, true]);
  });

  for (const outcome of OUTCOMES) {
    it(`to a settle (${outcome.type}) is made good by the same settle once more`, async () => {
      const { id } = await createJob(store.repository);
      const { token } = await claimNext(store.repository);
      const lost = proxy.loseAnswerTo('UPDATE jobs_job');
      expect(await rejection(store.repository.settle(token, outcome))).to.be.instanceOf(StoreUnavailableError);
      await lost;
      const written = await row(store, id);
      expect(await store.repository.settle(token, outcome)).to.equal('written');
      expect(await row(store, id)).to.deep.equal(written);
      expect(await eventTypes(store, id)).to.deep.equal(['created', 'claimed', outcome.type]);
    });
  }

  it('to a settle is made good even after another worker went on with the job', async () => {
    const { id } = await createJob(store.repository);
    const first = await claimNext(store.repository, 'first');
    const outcome: Outcome = { type: 'retry_scheduled', error: 'again', delayMs: 0 };
    const lost = proxy.loseAnswerTo('UPDATE jobs_job');
    await rejection(store.repository.settle(first.token, outcome));
    await lost;
    const second = await claimNext(store.repository, 'second');
    expect(second.job.id).to.equal(id);
    expect(await store.repository.settle(first.token, outcome)).to.equal('written');
    expect(await store.repository.settle(first.token, { type: 'succeeded', result: 1 })).to.equal('lost');
    expect((await row(store, id)).lockedBy).to.equal('second');
  });

  it('fails every call of the batch, and each is safe to repeat', async () => {
    for (let n = 0; n < 20; n += 1) await createJob(store.repository);
    const claims = await store.repository.claim(
      Array.from({ length: 20 }, (_, n) => `w${n}`),
      LEASE_MS,
    );
    const settleAll = () =>
      claims.map(({ token }, n) => store.repository.settle(token, { type: 'succeeded', result: n }));
    const lost = proxy.loseAnswerTo('UPDATE jobs_job');
    const answers = await Promise.allSettled(settleAll());
    await lost;
    expect(answers.some(({ status }) => status === 'rejected')).to.equal(true);
    expect(await Promise.all(settleAll())).to.deep.equal(Array(20).fill('written'));
    const [events] = await database.sql(`SELECT count(*)::int AS count FROM jobs_jobevent WHERE type = 'succeeded'`);
    expect(events).to.deep.equal({ count: 20 });
  });

  it('to a claim leaves jobs that only their leases give back', async () => {
    const { id } = await createJob(store.repository);
    const lost = proxy.loseAnswerTo('FOR UPDATE SKIP LOCKED');
    expect(await rejection(store.repository.claim(['w'], LEASE_MS))).to.be.instanceOf(StoreUnavailableError);
    await lost;
    expect(await store.repository.claim(['other'], LEASE_MS)).to.deep.equal([]);
    await database.sql(`UPDATE jobs_job SET locked_until = locked_until - interval '1 hour'`);
    const [requeued] = await store.repository.expireLeases(10, (job) =>
      job.expireLease({ baseMs: 0, maxMs: 0, jitter: 0, sample: () => 0 }),
    );
    expect(requeued?.id).to.equal(id);
    expect(await eventTypes(store, id)).to.deep.equal(['created', 'claimed', 'timeout_requeued']);
  });

  it('to a transaction before its end undoes it', async () => {
    const { id } = await createJob(store.repository, { maxAttempts: 1 });
    const { token } = await claimNext(store.repository);
    await store.repository.settle(token, { type: 'failed', error: 'no' });
    const lost = proxy.loseAnswerTo(`SET status = 'queued'`);
    expect(await rejection(store.repository.change(id, (job) => job.retry()))).to.be.instanceOf(StoreUnavailableError);
    await lost;
    expect((await store.repository.change(id, (job) => job.retry()))?.status).to.equal('queued');
    expect(await eventTypes(store, id)).to.deep.equal(['created', 'claimed', 'failed', 'manual_retry']);
  });
});
