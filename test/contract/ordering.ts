import { expect } from 'chai';
import { JOB_ORDERINGS, type JobFilter, type JobOrdering } from '../../src/application/ports/job-queries.js';
import { JOB_STATUSES } from '../../src/domain/job-status.js';
import { JOB_COMPARISONS } from '../../src/infrastructure/persistence/job-orderings.js';
import type { OpenHarness } from '../support/store-harness.js';
import { claimNext, createJob, withStore } from '../support/with-store.js';

export function describeOrdering(open: OpenHarness): void {
  describe('ordering', () => {
    const harness = withStore(open);

    /** Jobs in every status, some with the same instants, and queued ones that are out of attempts. */
    async function createAll(): Promise<void> {
      const { repository } = harness().store;
      const priorities = [3, 1, 2, 2, 1, 3, 5, 5, 4, 4, 9, 9];
      await Promise.all(
        priorities.map((priority) => createJob(repository, { priority, availableAt: 1_000 + priority })),
      );
      const claims = await repository.claim(Array(7).fill('w'), 60_000);
      await Promise.all(
        claims.slice(0, 5).map(({ token }, n) => {
          if (n < 2) return repository.settle(token, { type: 'succeeded', result: n });
          return repository.settle(token, { type: 'failed', error: `Error ${n}` });
        }),
      );
      await createJob(repository, { priority: 99, maxAttempts: 1 });
      const { token } = await claimNext(repository);
      // No worker does this: the row is what raw SQL may leave behind.
      await repository.settle(token, { type: 'retry_scheduled', error: 'x', delayMs: 0 });
    }

    async function walk(filter: JobFilter, ordering: JobOrdering, size: number): Promise<string[]> {
      const ids: string[] = [];
      for (let offset = 0; ; offset += size) {
        const { jobs } = await harness().store.queries.jobs(filter, size, offset, { ordering });
        if (jobs.length === 0) return ids;
        ids.push(...jobs.map(({ id }) => id));
      }
    }

    it('shows every job once in each order, page by page', async () => {
      await createAll();
      const { jobs } = await harness().store.queries.jobs({}, 100, 0);
      expect(new Set(jobs.map(({ status }) => status)).size).to.equal(4);
      for (const ordering of JOB_ORDERINGS) {
        for (const status of ordering === 'claim' ? (['queued'] as const) : [undefined, ...JOB_STATUSES]) {
          const chosen = jobs.filter((job) => status === undefined || job.status === status);
          const expected = chosen.sort(JOB_COMPARISONS[ordering]).map(({ id }) => id);
          for (const size of [1, 3, 100])
            expect(
              await walk(status === undefined ? {} : { status }, ordering, size),
              `${ordering} ${status}`,
            ).to.deep.equal(expected);
        }
      }
    });

    it('lists the finished first, latest first, and others after them', async () => {
      await createAll();
      const { jobs } = await harness().store.queries.jobs({}, 100, 0, { ordering: '-finished_at' });
      const finished = jobs.map(({ finishedAt }) => finishedAt);
      const times = finished.slice(0, 5).map(Number);
      expect(times).to.deep.equal(times.toSorted((a, b) => b - a));
      expect(finished.slice(5)).to.deep.equal(Array(8).fill(null));
    });

    it('lists jobs as they are claimed, those out of attempts last', async () => {
      await createAll();
      const { repository, queries } = harness().store;
      const { jobs } = await queries.jobs({ status: 'queued' }, 100, 0, { ordering: 'claim' });
      expect(jobs.at(-1)?.attemptsLeft).to.equal(false);
      const claims = await repository.claim(Array(10).fill('w'), 60_000);
      expect(claims.map(({ job }) => job.id)).to.deep.equal(jobs.slice(0, -1).map(({ id }) => id));
    });
  });
}
