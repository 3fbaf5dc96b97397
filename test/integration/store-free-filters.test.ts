import { expect } from 'chai';
import type { JobFilter, JobQueries } from '../../src/application/ports/job-queries.js';
import { FilterTooSlowError } from '../../src/domain/errors.js';
import { jobFrom } from '../../src/domain/new-job.js';
import { BoundedScans } from '../../src/infrastructure/persistence/bounded-scans.js';
import { InMemoryJobQueries } from '../../src/infrastructure/persistence/in-memory-job-queries.js';
import { InMemoryJobTable } from '../../src/infrastructure/persistence/in-memory-job-table.js';
import { openSqlite } from '../../src/infrastructure/persistence/sqlite/open-sqlite.js';
import { PATIENCE_MS } from '../../src/infrastructure/persistence/sqlite/until-free.js';
import { draft } from '../support/drafts.js';
import { storeConfig } from '../support/open-store.js';
import { rawPostgres, rawSqlite } from '../support/raw-database.js';
import { insertJob } from '../support/raw-rows.js';
import { rejection } from '../support/rejection.js';
import { SilentLogger } from '../support/silent-logger.js';

/** Enough to take far longer than the limits of these tests on a fast machine. */
const ROWS = 300_000;
const DEEP = [[[[[[[[[['x']]]]]]]]]];
const PATH = Array(10).fill('0');
const SLOW: JobFilter = { error: 'nothing', payload: [{ path: PATH, equals: 'y' }] };
const NAMES = ['error', `payload.${PATH.join('.')}`];

describe('free filters that take too long', function () {
  this.timeout(60_000);

  async function expectTooSlow(queries: JobQueries, filter = SLOW, names = NAMES): Promise<void> {
    const error = await rejection(queries.jobs(filter, 10, 0));
    expect(error).to.be.instanceOf(FilterTooSlowError);
    expect(error).to.deep.include({ filters: names });
  }

  it('are given up in memory, and others run meanwhile', async () => {
    const table = new InMemoryJobTable();
    for (let n = 0; n < ROWS; n += 1) table.put(jobFrom(draft({ payload: DEEP }), n));
    const queries = new InMemoryJobQueries(table, new BoundedScans(25));
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await expectTooSlow(queries, { payload: SLOW.payload ?? [] }, NAMES.slice(1));
    clearImmediate(timer);
    expect(turns).to.be.greaterThan(0);
    expect((await queries.jobs({}, 1, 0)).count).to.equal(ROWS);
  });

  it('are interrupted on SQLite, whose connections stay good', async () => {
    const database = await rawSqlite();
    await database.open().migrations.latest();
    await database.sql(
      `INSERT INTO jobs_job (id, type, payload, available_at, created_at, updated_at)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
       SELECT 'job-' || n, 'bulk.job', ?, n, n, n FROM n`,
      [ROWS, JSON.stringify(DEEP)],
    );
    const { path } = database.location;
    const store = openSqlite(
      path,
      storeConfig(database.location),
      new SilentLogger(),
      PATIENCE_MS,
      new BoundedScans(30),
    );
    const { queries } = store;
    // Two run, the others wait for their turn, and all are given up.
    await Promise.all(Array.from({ length: 5 }, () => expectTooSlow(queries)));
    expect((await queries.jobs({ type: 'bulk' }, 1, 0)).count).to.equal(ROWS);
    const { jobs } = await queries.jobs({ idPrefix: 'job-77', error: 'x' }, 10, 0);
    expect(jobs).to.deep.equal([]);
    await store.close();
    await database.close();
  });

  it('are ended by PostgreSQL, whose connections stay good', async () => {
    const database = await rawPostgres();
    const store = database.open({ poolMax: 2 });
    await store.migrations.latest();
    await insertJob(database);
    const { queries } = store;
    // Nothing is as slow as a table that somebody has locked.
    const locking = await database.knex.transaction();
    await locking.raw('LOCK TABLE jobs_job, jobs_jobevent IN ACCESS EXCLUSIVE MODE');
    const startedAt = performance.now();
    const feed = rejection(queries.feed({ worker: 'host' }, 10));
    await Promise.all([expectTooSlow(queries), expectTooSlow(queries, { error: 'x' }, ['error'])]);
    expect(await feed).to.deep.include({ filters: ['worker'] });
    expect(performance.now() - startedAt).to.be.within(1_900, 4_500);
    await locking.rollback();
    expect((await queries.jobs({ error: 'x' }, 10, 0)).count).to.equal(0);
    // The limit was of those transactions alone.
    await queries.ping();
    expect((await queries.jobs({}, 10, 0)).count).to.equal(1);
    await database.close();
  });
});
