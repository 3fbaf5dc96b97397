import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Claim } from '../../src/application/ports/job-repository.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { type PostgresLocation, type RawDatabase, rawPostgres } from '../support/raw-database.js';
import { createJob, row } from '../support/with-store.js';

const JOBS = 5;

describe('a row that somebody else has locked, on PostgreSQL', () => {
  let database: RawDatabase<PostgresLocation>;
  let store: Store;
  let lock: Knex.Transaction;
  let locked: Claim;
  let others: Claim[];

  beforeEach(async () => {
    database = await rawPostgres();
    store = database.open();
    await store.migrations.latest();
    for (let n = 0; n < JOBS; n += 1) await createJob(store.repository);
    const workers = Array.from({ length: JOBS }, (_, n) => `w${n}`);
    const [first, ...rest] = await store.repository.claim(workers, 30_000);
    if (first === undefined) throw new Error('Nothing was claimed');
    [locked, others] = [first, rest];
    lock = await database.knex.transaction();
    await lock.raw('SELECT 1 FROM jobs_job WHERE id = ? FOR UPDATE', [locked.job.id]);
  });

  afterEach(async () => {
    await lock.rollback();
    await database.close();
  });

  it('holds up its own renewal and settle alone, and they are carried out when it is free', async () => {
    const renewals = [locked, ...others].map(({ token }) =>
      store.repository.touch(token, { type: 'lease_renewed', leaseMs: 60_000 }),
    );
    expect(await Promise.all(renewals.slice(1))).to.deep.equal(others.map(() => 'written'));
    const freedAt = Date.now();
    await lock.rollback();
    expect(await renewals[0]).to.equal('written');
    // The lease counts from the write, and not from when the statement began to wait.
    expect((await row(store, locked.job.id)).lockedUntil).to.be.at.least(freedAt + 60_000);

    lock = await database.knex.transaction();
    await lock.raw('SELECT 1 FROM jobs_job WHERE id = ? FOR UPDATE', [locked.job.id]);
    const settles = [locked, ...others].map(({ token }) =>
      store.repository.settle(token, { type: 'succeeded', result: 1 }),
    );
    expect(await Promise.all(settles.slice(1))).to.deep.equal(others.map(() => 'written'));
    expect((await row(store, locked.job.id)).status).to.equal('running');
    await lock.rollback();
    expect(await settles[0]).to.equal('written');
    expect((await store.queries.stats()).byStatus.succeeded).to.equal(JOBS);
  });

  it('is lost to its owner when it was taken back under the lock', async () => {
    const settle = store.repository.settle(locked.token, { type: 'succeeded', result: 1 });
    const other = others[0];
    if (other === undefined) throw new Error('Nothing else was claimed');
    expect(await store.repository.settle(other.token, { type: 'succeeded', result: 1 })).to.equal('written');
    await lock.raw(`UPDATE jobs_job SET status = 'queued', locked_by = NULL, locked_until = NULL WHERE id = ?`, [
      locked.job.id,
    ]);
    await lock.commit();
    expect(await settle).to.equal('lost');
    lock = await database.knex.transaction();
  });
});
