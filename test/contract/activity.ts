import { expect } from 'chai';
import type { Bucket } from '../../src/application/ports/queue-activity.js';
import type { OpenHarness } from '../support/store-harness.js';
import { claimNext, createJob, history, LEASE_MS, withStore } from '../support/with-store.js';

const MINUTE = { bucketMs: 60_000, count: 60 };

export function describeActivity(open: OpenHarness): void {
  describe('activity', () => {
    const harness = withStore(open);
    const sum = (buckets: readonly Bucket[], name: 'created' | 'succeeded' | 'failed' | 'retried') =>
      buckets.reduce((total, bucket) => total + bucket[name], 0);

    it('has as many buckets as asked for, aligned, the last one of now', async () => {
      const buckets = await harness().store.activity.buckets(MINUTE);
      expect(buckets).to.have.length(60);
      for (const [n, bucket] of buckets.entries()) {
        expect(bucket.start % 60_000).to.equal(0);
        expect(bucket.start).to.equal((buckets[0]?.start ?? 0) + n * 60_000);
        expect(bucket).to.deep.include({ created: 0, wait: { p50: null, p95: null }, run: { p50: null, p95: null } });
      }
      expect(Math.abs(Date.now() - (buckets.at(-1)?.start ?? 0) - 30_000)).to.be.lessThan(31_000);
    });

    it('counts what happened, and measures waits and runs', async () => {
      const { repository, activity } = harness().store;
      await createJob(repository, { availableAt: 5_000, maxAttempts: 5 });
      const first = await claimNext(repository);
      await repository.settle(first.token, { type: 'retry_scheduled', error: 'x', delayMs: 0 });
      const second = await claimNext(repository);
      await repository.settle(second.token, { type: 'failed', error: 'x' });
      await repository.change(second.job.id, (job) => job.retry());
      const third = await claimNext(repository);
      await repository.settle(third.token, { type: 'succeeded', result: null });
      await createJob(repository);
      const { token } = await claimNext(repository);
      await harness().age(token.jobId, 2 * LEASE_MS);
      await repository.expireLeases(10, () => ({ type: 'timeout_requeued', error: 'Lease expired', delayMs: 60_000 }));
      const buckets = await activity.buckets({ bucketMs: 10_800_000, count: 2 });
      const counts = (['created', 'succeeded', 'failed', 'retried'] as const).map((name) => sum(buckets, name));
      expect(counts).to.deep.equal([2, 1, 1, 3]);
      // Of the job in its third attempt only the latest wait is known, and it did not wait since 1970.
      const at = third.job.updatedAt;
      const events = (await history(harness().store, third.job.id)).filter(({ type }) => type !== 'created');
      const [, ended, , , requeued] = events.map(({ createdAt }) => createdAt);
      expect([ended, requeued]).to.not.include(undefined);
      const last = buckets.findLast(({ succeeded }) => succeeded > 0);
      expect(last?.wait.p95).to.be.within(0, at - third.job.createdAt);
      expect(last?.run.p50)
        .to.be.at.least(0)
        .and.at.most(Date.now() - third.job.createdAt);
    });

    it('ranks durations by the nearest rank', async () => {
      const { repository, activity } = harness().store;
      const now = Date.now();
      const waits = [1_000, 2_000, 3_000, 4_000, 100_000];
      const jobs = await Promise.all(waits.map(() => createJob(repository)));
      for (const [n, job] of jobs.entries()) await harness().age(job.id, waits[n] ?? 0);
      await repository.claim(
        waits.map((_, n) => `w${n}`),
        LEASE_MS,
      );
      const { wait } = (await activity.buckets({ bucketMs: 10_800_000, count: 1 }))[0] as Bucket;
      // A job is not available before it is created, however early it was to be.
      expect(wait.p50).to.be.within(0, Date.now() - now);
      expect(wait.p95).to.be.within(wait.p50 ?? 0, Date.now() - now);
    });

    it('knows the workers by their leases and events', async () => {
      const { repository, activity } = harness().store;
      expect(await activity.workers()).to.deep.equal([]);
      for (let n = 0; n < 3; n += 1) await createJob(repository, { type: `type.${n}` });
      const busy = await claimNext(repository, 'busy');
      const late = await claimNext(repository, 'late');
      const idle = await claimNext(repository, 'idle');
      await repository.touch(idle.token, { type: 'progress', message: 'x', data: {} });
      await repository.settle(idle.token, { type: 'succeeded', result: null });
      await harness().age(late.job.id, 2 * LEASE_MS);
      const workers = new Map((await activity.workers()).map((worker) => [worker.id, worker]));
      expect([...workers.keys()].sort()).to.deep.equal(['busy', 'idle', 'late']);
      const lease = { id: busy.job.id, type: 'type.0', attempt: 1, lockedUntil: busy.job.lockedUntil };
      const done = { succeeded: 0, failed: 0, retried: 0 };
      const claimed = { type: 'claimed', createdAt: busy.job.updatedAt };
      expect(workers.get('busy')).to.deep.equal({
        id: 'busy',
        holds: lease,
        overdue: false,
        lastEvent: claimed,
        ...done,
      });
      expect(workers.get('late')).to.deep.include({ overdue: true });
      expect(workers.get('late')?.holds?.id).to.equal(late.job.id);
      expect(workers.get('idle')).to.deep.include({ holds: null, overdue: false, succeeded: 1, failed: 0, retried: 0 });
      expect(workers.get('idle')?.lastEvent?.type).to.equal('succeeded');
    });

    it('counts for each worker how its attempts ended', async () => {
      const { repository, activity } = harness().store;
      await createJob(repository, { maxAttempts: 9 });
      const ends = [
        { type: 'retry_scheduled', error: 'x', delayMs: 0 },
        { type: 'retry_scheduled', error: 'x', delayMs: 0 },
        { type: 'failed', error: 'x' },
      ] as const;
      for (const end of ends) await repository.settle((await claimNext(repository, 'w')).token, end);
      expect((await activity.workers()).map(({ lastEvent: _, ...rest }) => rest)).to.deep.equal([
        { id: 'w', holds: null, overdue: false, succeeded: 0, failed: 1, retried: 2 },
      ]);
    });
  });
}
