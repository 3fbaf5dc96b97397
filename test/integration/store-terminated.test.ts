import { expect } from 'chai';
import type { Knex } from 'knex';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import { draft } from '../support/drafts.js';
import { eventually } from '../support/eventually.js';
import { type PostgresLocation, type RawDatabase, rawPostgres } from '../support/raw-database.js';
import { rejection } from '../support/rejection.js';
import { claimNext, createJob, eventTypes } from '../support/with-store.js';

/** Each test holds a lock that the store's statement waits for, and then ends the connection under it. */
describe('a connection to PostgreSQL that is ended in the middle of a statement', () => {
  let database: RawDatabase<PostgresLocation>;
  let lock: Knex.Transaction;
  before(async () => {
    database = await rawPostgres();
    await database.open().migrations.latest();
  });
  beforeEach(async () => {
    await database.sql('TRUNCATE jobs_job, jobs_jobevent');
  });
  after(() => database.close());

  async function holdTable(): Promise<void> {
    lock = await database.knex.transaction();
    await lock.raw('LOCK TABLE jobs_job IN SHARE MODE');
  }

  async function endWaitingConnection(): Promise<void> {
    const end = `
      SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'leasehold' AND wait_event_type = 'Lock'`;
    await eventually(async () => (await database.sql(end)).length === 1);
  }

  it('lets a create be made on another one, once', async () => {
    const { repository, queries } = database.open();
    await holdTable();
    const creating = repository.create(draft());
    await endWaitingConnection();
    await lock.rollback();
    const { job, replayed } = await creating;
    expect(replayed).to.equal(false);
    expect(await queries.stats()).to.include({ total: 1 });
    expect(await eventTypes(database.open(), job.id)).to.deep.equal(['created']);
  });

  it('fails a settle, which is as good as new when repeated', async () => {
    const { repository } = database.open();
    const { id } = await createJob(repository);
    const { job, token } = await claimNext(repository);
    await holdTable();
    const settling = rejection(repository.settle(token, job.complete(1)));
    await endWaitingConnection();
    await lock.rollback();
    expect(await settling).to.be.instanceOf(StoreUnavailableError);
    expect(await repository.settle(token, job.complete(1))).to.equal('written');
    expect(await eventTypes(database.open(), id)).to.deep.equal(['created', 'claimed', 'succeeded']);
  });

  it('undoes a transaction, and leaves the pool whole however often that happens', async () => {
    const { repository } = database.open({ poolMax: 2 });
    const { id } = await createJob(repository);
    const { job, token } = await claimNext(repository);
    await repository.settle(token, job.failPermanently('no'));
    for (let n = 0; n < 5; n += 1) {
      await holdTable();
      const retrying = rejection(repository.change(id, (failed) => failed.retry()));
      await endWaitingConnection();
      await lock.rollback();
      expect(await retrying).to.be.instanceOf(StoreUnavailableError);
    }
    expect((await repository.change(id, (failed) => failed.retry()))?.status).to.equal('queued');
    expect(await eventTypes(database.open(), id)).to.deep.equal(['created', 'claimed', 'failed', 'manual_retry']);
  });

  it('gives no connection with an open transaction back to the pool', async () => {
    const { repository, queries } = database.open({ poolMax: 1 });
    const { id } = await createJob(repository);
    for (let n = 0; n < 20; n += 1) await rejection(repository.change(id, (job) => job.retry()));
    await queries.ping();
    const open = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
    expect(await database.sql(open)).to.deep.equal([]);
  });
});
