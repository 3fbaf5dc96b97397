import { expect } from 'chai';
import { Job } from '../../src/domain/job.js';
import { jobFrom } from '../../src/domain/new-job.js';
import { InMemoryJobRepository } from '../../src/infrastructure/persistence/in-memory-job-repository.js';
import { InMemoryJobTable } from '../../src/infrastructure/persistence/in-memory-job-table.js';
import { CLAIM } from '../../src/infrastructure/persistence/postgres/claim-jobs.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { insertMany } from '../support/bulk-jobs.js';
import { draft } from '../support/drafts.js';
import { openStore } from '../support/open-store.js';
import { type PostgresLocation, type RawDatabase, rawPostgres, rawSqlite } from '../support/raw-database.js';
import { insertJob, instant } from '../support/raw-rows.js';
import { claimNext, createJob, LEASE_MS } from '../support/with-store.js';

const JOBS = 1_000;
const CLAIMERS = 8;
const AT_ONCE = 7;
const workerIds = Array.from({ length: AT_ONCE }, (_, n) => `w${n}`);
/** The planner settings that make it choose another way through a join or a table. */
const PLANNER_SETTINGS = ['hashjoin', 'mergejoin', 'nestloop', 'material', 'indexscan', 'bitmapscan', 'seqscan'];

describe('how much a claim takes on PostgreSQL', function () {
  this.timeout(60_000);

  let database: RawDatabase<PostgresLocation>;
  before(async () => {
    database = await rawPostgres();
    await database.open().migrations.latest();
  });
  after(() => database.close());

  for (const setting of PLANNER_SETTINGS) {
    it(`never exceeds what was asked for, nor locks more, with enable_${setting} off`, async () => {
      await database.sql('TRUNCATE jobs_job, jobs_jobevent');
      for (const priority of [10, 20, 30, 40]) await insertMany(database, { count: JOBS / 4, priority });
      expect(await lockedByOneClaim(setting)).to.equal(AT_ONCE);
      const url = new URL(database.location.url);
      url.searchParams.set('options', `-c enable_${setting}=off`);
      const stores = Array.from({ length: CLAIMERS }, () =>
        openStore({ kind: 'postgres', url: url.href }, { poolMax: 1 }),
      );
      const batches = (await Promise.all(stores.map(drain))).flat();
      expect(batches.every((batch) => batch.length <= AT_ONCE)).to.equal(true);
      const ids = batches.flat();
      expect([ids.length, new Set(ids).size]).to.deep.equal([JOBS, JOBS]);
      await Promise.all(stores.map((store) => store.close()));
    });
  }

  /** Rows that another transaction must pass over while one claim is not committed. */
  async function lockedByOneClaim(setting: string): Promise<number> {
    const claiming = await database.knex.transaction();
    await claiming.raw(`SET LOCAL enable_${setting} = off`);
    await claiming.raw(CLAIM, [workerIds, LEASE_MS]);
    const free = await database.sql('SELECT id FROM jobs_job FOR UPDATE SKIP LOCKED');
    await claiming.rollback();
    return JOBS - free.length;
  }

  async function drain({ repository }: Store): Promise<string[][]> {
    const batches: string[][] = [];
    for (;;) {
      const batch = (await repository.claim(workerIds, LEASE_MS)).map(({ job }) => job.id);
      if (batch.length === 0) return batches;
      batches.push(batch);
    }
  }
});

const BLOCKED = 3;

for (const { name, openDatabase } of [
  { name: 'PostgreSQL', openDatabase: rawPostgres },
  { name: 'SQLite', openDatabase: rawSqlite },
]) {
  describe(`rows that cannot be claimed on ${name}`, () => {
    let database: RawDatabase;
    before(async () => {
      database = await openDatabase();
      await database.open().migrations.latest();
    });
    after(() => database.close());

    it('never stand in the way of those behind them', async () => {
      const { repository } = database.open();
      for (let n = 0; n < BLOCKED; n += 1) {
        await insertJob(database, { priority: 90, attempts: 2, max_attempts: 2, available_at: instant(database, 1) });
        await insertJob(database, { priority: 80, available_at: instant(database, Date.now() + 3_600_000) });
      }
      const { id } = await createJob(repository, { priority: -5 });
      expect((await claimNext(repository)).job.id).to.equal(id);
      expect(await repository.claim(['w1', 'w2'], LEASE_MS)).to.deep.equal([]);
      const queued = await database.sql(`SELECT id FROM jobs_job WHERE status = 'queued'`);
      expect(queued).to.have.length(2 * BLOCKED);
    });
  });
}

describe('rows that cannot be claimed in memory', () => {
  it('never stand in the way of those behind them', async () => {
    const table = new InMemoryJobTable();
    const repository = new InMemoryJobRepository(table);
    table.put(new Job({ ...jobFrom(draft({ priority: 90 }), 1), attempts: 3 }));
    await createJob(repository, { priority: 80, availableAt: Date.now() + 3_600_000 });
    const { id } = await createJob(repository, { priority: -5 });
    expect((await claimNext(repository)).job.id).to.equal(id);
    expect(await repository.claim(['w1', 'w2'], LEASE_MS)).to.deep.equal([]);
  });
});
