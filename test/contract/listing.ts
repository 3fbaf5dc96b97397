import { expect } from 'chai';
import type { JobFilter } from '../../src/application/ports/job-queries.js';
import type { Job } from '../../src/domain/job.js';
import { EVENT_TYPES } from '../../src/domain/job-status.js';
import type { OpenHarness } from '../support/store-harness.js';
import { claimNext, createJob, history, withStore } from '../support/with-store.js';

export function describeListing(open: OpenHarness): void {
  describe('listing', () => {
    const harness = withStore(open);

    async function createJobs(count: number): Promise<Job[]> {
      const jobs: Job[] = [];
      for (let n = 0; n < count; n += 1) jobs.push(await createJob(harness().store.repository, { payload: n }));
      return jobs;
    }

    it('gives the newest first, page by page, each job once', async () => {
      const jobs = await createJobs(7);
      const { queries } = harness().store;
      const pages = [await queries.jobs({}, 3, 0), await queries.jobs({}, 3, 3), await queries.jobs({}, 3, 6)];
      expect(pages.map(({ count }) => count)).to.deep.equal([7, 7, 7]);
      expect(pages.flatMap((page) => page.jobs.map(({ id }) => id))).to.deep.equal(jobs.map(({ id }) => id).reverse());
      expect(await queries.jobs({}, 3, 9)).to.deep.equal({ count: 7, isCapped: false, jobs: [] });
    });

    it('filters by status', async () => {
      await createJobs(3);
      const { job } = await claimNext(harness().store.repository);
      const page = await harness().store.queries.jobs({ status: 'running' }, 10, 0);
      expect(page.count).to.equal(1);
      expect(page.jobs.map(({ id }) => id)).to.deep.equal([job.id]);
    });

    it('filters by a literal part of the type, in either case for ASCII letters alone', async () => {
      const types = ['Report.Daily', 'report_daily', '100%', 'a\\b', 'Отчёт.Готов', '％', 'İstanbul', 'plain'];
      for (const type of types) await createJob(harness().store.repository, { type });
      const found = async (type: string) =>
        (await harness().store.queries.jobs({ type }, 20, 0)).jobs.map((job) => job.type).reverse();
      expect(await found('rEPORT')).to.deep.equal(['Report.Daily', 'report_daily']);
      expect(await found('_')).to.deep.equal(['report_daily']);
      expect(await found('%')).to.deep.equal(['100%']);
      expect(await found('％')).to.deep.equal(['％']);
      expect(await found('\\')).to.deep.equal(['a\\b']);
      expect(await found('Отчёт')).to.deep.equal(['Отчёт.Готов']);
      expect(await found('отчёт')).to.deep.equal([]);
      expect(await found('i')).to.deep.equal(['Report.Daily', 'report_daily', 'plain']);
      expect(await found('STANBUL')).to.deep.equal(['İstanbul']);
      expect(await found("' OR 1=1 --")).to.deep.equal([]);
      expect(await found('')).to.have.length(types.length);
    });

    it('counts no further than it is told, and says whether there are more', async () => {
      await createJobs(4);
      await createJob(harness().store.repository, { type: 'other' });
      const { queries } = harness().store;
      const counted = async (filter: JobFilter, countUpTo?: number) => {
        const { count, isCapped, jobs } = await queries.jobs(
          filter,
          2,
          1,
          countUpTo === undefined ? {} : { countUpTo },
        );
        expect(jobs).to.have.length(2);
        return { count, isCapped };
      };
      expect(await counted({})).to.deep.equal({ count: 5, isCapped: false });
      expect(await counted({}, 4)).to.deep.equal({ count: 4, isCapped: true });
      expect(await counted({}, 5)).to.deep.equal({ count: 5, isCapped: false });
      expect(await counted({ status: 'queued' }, 3)).to.deep.equal({ count: 3, isCapped: true });
      expect(await counted({ type: 'TEST' }, 3)).to.deep.equal({ count: 3, isCapped: true });
      expect(await counted({ type: 'TEST', status: 'queued' }, 9)).to.deep.equal({ count: 4, isCapped: false });
    });

    it('merges the jobs of several types in one order', async () => {
      const jobs: Job[] = [];
      for (let n = 0; n < 12; n += 1)
        jobs.push(await createJob(harness().store.repository, { type: `merged.${'abc'[n % 3]}` }));
      await createJob(harness().store.repository, { type: 'other' });
      await harness().store.repository.claim(['worker-1', 'worker-2', 'worker-3', 'worker-4'], 30_000);
      const newestFirst = jobs.map(({ id }) => id).reverse();
      const { queries } = harness().store;
      const page = async (offset: number, filter: JobFilter = {}) =>
        (await queries.jobs({ type: 'merged', ...filter }, 5, offset)).jobs.map(({ id }) => id);
      expect([...(await page(0)), ...(await page(5)), ...(await page(10))]).to.deep.equal(newestFirst);
      expect(await page(2, { status: 'queued' })).to.deep.equal(newestFirst.slice(2, 7));
      expect(await page(0, { status: 'running' })).to.deep.equal(newestFirst.slice(8));
      expect(await page(60_000)).to.deep.equal([]);
    });

    it('counts a type that came later, too', async () => {
      const { repository, queries } = harness().store;
      await createJob(repository, { type: 'late.one' });
      expect((await queries.jobs({ type: 'late' }, 10, 0)).count).to.equal(1);
      await createJob(repository, { type: 'late.two' });
      expect((await queries.jobs({ type: 'late' }, 10, 0)).count).to.equal(2);
    });

    it('gives the events of a job in order, from above an id', async () => {
      await createJobs(1);
      const { repository, queries } = harness().store;
      const { job, token } = await claimNext(repository);
      await repository.settle(token, { type: 'succeeded', result: null });
      const events = await history(harness().store, job.id);
      expect(events.map(({ type }) => type)).to.deep.equal(['created', 'claimed', 'succeeded']);
      expect(events.every(({ id }, n) => n === 0 || id > (events[n - 1]?.id ?? 0))).to.equal(true);
      expect(await queries.eventsOf(job.id, events[0]?.id ?? 0, 1)).to.deep.equal(events.slice(1, 2));
      expect(await queries.eventsOf(job.id, events[2]?.id ?? 0, 5)).to.deep.equal([]);
    });

    it('pages through the feed in both directions without loss', async () => {
      await createJobs(5);
      await claimNext(harness().store.repository);
      const { queries } = harness().store;
      const everything = (await queries.feed({}, 100)).events;
      expect(everything).to.have.length(6);
      const first = await queries.feed({}, 4);
      expect(first).to.deep.equal({ events: everything.slice(0, 4), hasMore: true });
      const second = await queries.feed({}, 4, { before: first.events[3]?.id ?? 0 });
      expect(second).to.deep.equal({ events: everything.slice(4), hasMore: false });
      const back = await queries.feed({}, 3, { after: second.events[0]?.id ?? 0 });
      expect(back).to.deep.equal({ events: everything.slice(1, 4), hasMore: true });
    });

    it('filters the feed by type and by job', async () => {
      const jobs = await createJobs(3);
      await claimNext(harness().store.repository);
      const { queries } = harness().store;
      expect((await queries.feed({ type: 'claimed' }, 10)).events.map(({ jobId }) => jobId)).to.deep.equal([
        jobs[0]?.id,
      ]);
      const ofFirst = await queries.feed({ jobId: jobs[0]?.id ?? '' }, 10);
      expect(ofFirst.events.map(({ type }) => type)).to.deep.equal(['claimed', 'created']);
      expect((await queries.feed({ type: 'created' }, 10)).events).to.have.length(3);
      for (const type of EVENT_TYPES.slice(2)) expect((await queries.feed({ type }, 10)).events).to.deep.equal([]);
      expect((await queries.feed({ jobId: jobs[1]?.id ?? '', type: 'claimed' }, 10)).events).to.deep.equal([]);
    });

    it('counts the whole queue', async () => {
      const { queries, repository } = harness().store;
      expect(await queries.stats()).to.deep.equal({
        total: 0,
        byStatus: { queued: 0, running: 0, succeeded: 0, failed: 0 },
        overdueRunning: 0,
        retriesPending: 0,
        oldestQueuedAt: null,
        ageMs: 0,
      });
      await createJob(repository, { availableAt: 5_000 });
      await createJob(repository, { availableAt: Date.now() + 60_000 });
      expect((await queries.stats()).oldestQueuedAt).to.equal(5_000);
      const { token } = await claimNext(repository);
      expect(await queries.stats()).to.deep.include({ total: 2, overdueRunning: 0, oldestQueuedAt: null });
      await harness().age(token.jobId, 3_600_000);
      expect((await queries.stats()).overdueRunning).to.equal(1);
      await repository.settle(token, { type: 'retry_scheduled', error: 'x', delayMs: 60_000 });
      expect(await queries.stats()).to.deep.include({ overdueRunning: 0, retriesPending: 1, oldestQueuedAt: null });
    });

    it('answers a ping', async () => {
      await harness().store.queries.ping();
      expect((await harness().store.queries.jobs({}, 1, 0)).count).to.equal(0);
    });
  });
}
