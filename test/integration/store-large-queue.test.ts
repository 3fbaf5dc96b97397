import { expect } from 'chai';
import type { JobFilter } from '../../src/application/ports/job-queries.js';
import { EVENTS_PER_JOB, FAILED_JOBS, fillLargeQueue, RARE_TYPE } from '../support/large-queue.js';
import { type RawDatabase, rawPostgres, rawSqlite } from '../support/raw-database.js';

const JOBS = 20_000;
/** What {@link fillLargeQueue} makes of the other jobs. */
const OTHERS = JOBS - FAILED_JOBS;
const COUNTS = {
  queued: (OTHERS / 1_000) * 96,
  running: (OTHERS / 1_000) * 2,
  succeeded: (OTHERS / 1_000) * 902,
  failed: FAILED_JOBS,
};

for (const openDatabase of [rawPostgres, rawSqlite]) {
  describe(`a large queue on ${openDatabase === rawPostgres ? 'PostgreSQL' : 'SQLite'}`, function () {
    this.timeout(60_000);

    let database: RawDatabase;
    before(async () => {
      database = await openDatabase();
      await database.open().migrations.latest();
      await fillLargeQueue(database, JOBS);
    });
    after(() => database.close());

    async function first(filter: JobFilter, countUpTo?: number) {
      const { jobs, count } = await database
        .open()
        .queries.jobs(filter, 25, 0, countUpTo === undefined ? {} : { countUpTo });
      return { count, size: jobs.length, newest: Number(jobs[0]?.id.slice(-12)) };
    }

    it('has the figures that it should', async () => {
      const stats = await database.open().queries.stats();
      expect(stats.byStatus).to.deep.equal(COUNTS);
      expect(stats).to.include({ total: JOBS, overdueRunning: COUNTS.running, retriesPending: (OTHERS / 1_000) * 2 });
      expect(await first({})).to.deep.equal({ count: JOBS, size: 25, newest: JOBS });
      expect(await first({ status: 'failed' })).to.deep.equal({ count: FAILED_JOBS, size: 25, newest: FAILED_JOBS });
      expect(await first({ type: 'large' }, 10_000)).to.deep.equal({ count: 10_000, size: 25, newest: JOBS });
      expect(await first({ type: 'rARE' })).to.deep.equal({ count: FAILED_JOBS, size: 25, newest: FAILED_JOBS });
      expect(await first({ type: RARE_TYPE, status: 'queued' })).to.include({ count: 0, size: 0 });
      expect(await first({ type: 'TYPE-7', status: 'succeeded' })).to.include({ size: 25, newest: JOBS - 121 });
    });

    it('walks over all jobs where so many types match that merging them would cost more', async () => {
      const { queries } = database.open();
      const { jobs } = await queries.jobs({ type: 'type' }, 25, 1_000);
      expect(jobs.map(({ id }) => Number(id.slice(-12)))).to.deep.equal(jobs.map((_, n) => JOBS - 1_000 - n));
    });

    it('finds the events of each type, from both ends', async () => {
      const { queries } = database.open();
      for (const type of ['created', 'claimed', 'progress', 'succeeded', 'failed'] as const) {
        const { events } = await queries.feed({ type }, 10);
        expect(events.map((event) => event.type)).to.deep.equal(Array(10).fill(type));
        const newer = await queries.feed({ type }, 10, { after: 0 });
        expect(newer.events).to.have.length(10);
      }
      const [last] = (await queries.feed({ type: 'failed' }, 1)).events;
      expect(last?.id).to.equal(FAILED_JOBS * EVENTS_PER_JOB);
      expect((await queries.feed({ type: 'manual_retry' }, 10)).events).to.deep.equal([]);
    });
  });
}
