import { expect } from 'chai';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { draft } from '../support/drafts.js';
import { eventually } from '../support/eventually.js';
import { openStore } from '../support/open-store.js';
import { type PostgresLocation, type RawDatabase, rawPostgres, rawSqlite } from '../support/raw-database.js';
import { StoreProcess } from '../support/store-process.js';
import { claimNext, createJob, history, row } from '../support/with-store.js';

const FIVE_MINUTES_MS = 300_000;
const LAST_INSTANT = 253_402_300_799_999;
const BACKOFF = { baseMs: 1_500, maxMs: 60_000, jitter: 0, sample: () => 0 };

describe('clocks and zones with PostgreSQL', function () {
  this.timeout(30_000);

  let database: RawDatabase<PostgresLocation>;
  before(async () => {
    database = await rawPostgres();
    await database.open().migrations.latest();
  });
  beforeEach(() => database.sql('TRUNCATE jobs_job, jobs_jobevent'));
  after(() => database.close());

  for (const clockOffsetMs of [FIVE_MINUTES_MS, -FIVE_MINUTES_MS]) {
    it(`goes by the clock of the database where the process is ${clockOffsetMs} ms off`, async () => {
      const skewed = await StoreProcess.start({ clockOffsetMs, env: { TZ: 'America/New_York' } });
      const { created, claimed, processNow } = await skewed.run('createAndClaim', database.location);
      await skewed.kill();
      expect(Math.abs(processNow - clockOffsetMs - Date.now())).to.be.below(5_000);
      expect(Math.abs(created.createdAt - Date.now())).to.be.below(5_000);
      expect(created.availableAt).to.equal(created.createdAt);
      expect(claimed.map(({ id }) => id)).to.deep.equal([created.id]);
      const here = database.open();
      expect(await here.repository.expireLeases(10, (job) => job.expireLease(BACKOFF))).to.deep.equal([]);
      expect((await here.queries.stats()).overdueRunning).to.equal(0);
      expect((await row(here, created.id)).lockedUntil).to.equal((claimed[0]?.updatedAt ?? 0) + 10_000);
    });
  }

  it('tells the same instants whatever zone and style of dates a session has', async () => {
    const tehran = new URL(database.location.url);
    tehran.searchParams.set('options', '-c TimeZone=Asia/Tehran -c DateStyle=German');
    const there = openStore({ kind: 'postgres', url: tehran.href });
    const here = database.open();
    for (const availableAt of [0, 1_000, 1_719_792_000_123, LAST_INSTANT]) {
      const { id } = await createJob(there.repository, { availableAt });
      expect((await row(there, id)).availableAt).to.equal(availableAt);
      expect(await row(here, id)).to.deep.equal(await row(there, id));
    }
    const { job, token } = await claimNext(there.repository);
    await there.repository.settle(token, job.fail('no', BACKOFF));
    const events = await history(there, job.id);
    expect(events).to.deep.equal(await history(here, job.id));
    expect(events[1]?.data).to.deep.equal({ locked_until: new Date(job.lockedUntil ?? 0).toISOString() });
    const requeued = await row(here, job.id);
    expect(events[2]?.data).to.include({ available_at: new Date(requeued.availableAt).toISOString() });
    await there.close();
  });
});

for (const { name, openDatabase } of [
  { name: 'PostgreSQL', openDatabase: rawPostgres },
  { name: 'SQLite', openDatabase: rawSqlite },
]) {
  describe(`stored instants on ${name}`, () => {
    let database: RawDatabase;
    before(async () => {
      database = await openDatabase();
      await database.open().migrations.latest();
    });
    after(() => database.close());

    /** Every kind of write, with durations that are no whole milliseconds. */
    async function liveThrough({ repository }: Store): Promise<void> {
      for (let n = 0; n < 3; n += 1) await repository.create(draft({ maxAttempts: n + 1 }));
      for (const { job, token } of await repository.claim(['a', 'b', 'c'], 1_000.7)) {
        await repository.touch(token, { type: 'lease_renewed', leaseMs: 0.4 });
        await repository.touch(token, { type: 'progress', message: 'half', data: {} });
        if (job.maxAttempts === 1) await repository.settle(token, { type: 'failed', error: 'no' });
        if (job.maxAttempts === 2)
          await repository.settle(token, { type: 'retry_scheduled', error: 'no', delayMs: 2_000.6 });
      }
      const requeue = () =>
        repository.expireLeases(10, () => ({ type: 'timeout_requeued', error: 'late', delayMs: 0.9 }));
      await eventually(async () => (await requeue()).length === 1);
    }

    it('are whole milliseconds', async () => {
      await liveThrough(database.open());
      const whole =
        name === 'SQLite'
          ? (column: string) => `(${column} IS NULL OR typeof(${column}) = 'integer')`
          : (column: string) => `(${column} IS NULL OR date_trunc('milliseconds', ${column}) = ${column})`;
      const columns = ['available_at', 'locked_until', 'created_at', 'updated_at', 'finished_at'];
      const jobs = await database.sql(`SELECT id FROM jobs_job WHERE ${columns.map(whole).join(' AND ')}`);
      expect(jobs).to.have.length(3);
      expect(await database.sql(`SELECT id FROM jobs_jobevent WHERE NOT ${whole('created_at')}`)).to.deep.equal([]);
      for (const { id } of jobs) {
        for (const { data } of await history(database.open(), String(id)))
          for (const at of [data.available_at, data.locked_until].filter((value) => value !== undefined))
            expect(at).to.match(/T\d\d:\d\d:\d\d\.\d{3}Z$/);
      }
    });
  });
}
