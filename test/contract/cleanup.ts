import { expect } from 'chai';
import type { BackoffPolicy } from '../../src/domain/backoff.js';
import type { Job } from '../../src/domain/job.js';
import { transitionEvent } from '../../src/domain/job-event.js';
import type { OpenHarness } from '../support/store-harness.js';
import { claimNext, createJob, history, row, withStore } from '../support/with-store.js';

const BACKOFF: BackoffPolicy = { baseMs: 5_000, maxMs: 300_000, jitter: 0, sample: () => 0 };
const decide = (job: Job) => job.expireLease(BACKOFF);

export function describeCleanup(open: OpenHarness): void {
  describe('cleanup of expired leases', () => {
    const harness = withStore(open);

    for (const [maxAttempts, type] of [
      [3, 'timeout_requeued'],
      [1, 'failed'],
    ] as const) {
      it(`leaves a job with ${maxAttempts} attempt(s) as the entity decides: ${type}`, async () => {
        const { store } = harness();
        await createJob(store.repository, { maxAttempts });
        const claim = await claimNext(store.repository, 'gone');
        await harness().age(claim.job.id, 3_600_000);
        const before = await row(store, claim.job.id);
        const [job] = await store.repository.expireLeases(10, decide);
        if (job === undefined) throw new Error('Nothing was taken back');
        const after = before.apply(before.expireLease(BACKOFF), job.updatedAt);
        expect(job).to.deep.equal(after);
        expect(await row(store, job.id)).to.deep.equal(after);
        const event = (await history(store, job.id)).at(-1);
        expect(event).to.deep.equal({
          id: event?.id,
          ...transitionEvent(before, before.expireLease(BACKOFF), after, job.updatedAt),
        });
        expect(event).to.deep.include({ type, workerId: 'gone', attempt: 1, message: 'Lease expired' });
      });
    }

    it('leaves alone what is not expired, not running, or settled', async () => {
      const { store } = harness();
      await createJob(store.repository, { priority: 3 });
      await createJob(store.repository, { priority: 2 });
      await createJob(store.repository, { priority: 1 });
      await claimNext(store.repository);
      const settled = await claimNext(store.repository);
      await store.repository.settle(settled.token, { type: 'succeeded', result: null });
      expect(await store.repository.expireLeases(10, decide)).to.deep.equal([]);
      expect((await store.queries.stats()).byStatus).to.deep.equal({ queued: 1, running: 1, succeeded: 1, failed: 0 });
    });

    it('takes back at most as many as it may, the longest overdue first', async () => {
      const { store } = harness();
      for (let n = 0; n < 5; n += 1) await createJob(store.repository, { payload: n });
      const claims = await store.repository.claim(['a', 'b', 'c', 'd', 'e'], 30_000);
      for (const [n, { job }] of claims.entries()) await harness().age(job.id, 3_600_000 + n * 1_000);
      const first = await store.repository.expireLeases(2, decide);
      expect(first.map(({ payload }) => payload)).to.have.members([4, 3]);
      expect(await store.repository.expireLeases(10, decide)).to.have.length(3);
      expect(await store.repository.expireLeases(10, decide)).to.deep.equal([]);
    });

    it('takes each job back once when several clean up at once', async () => {
      const { store } = harness();
      for (let n = 0; n < 40; n += 1) await createJob(store.repository);
      const claims = await store.repository.claim(
        Array.from({ length: 40 }, (_, n) => `w${n}`),
        30_000,
      );
      for (const { job } of claims) await harness().age(job.id, 3_600_000);
      const stores = [store, harness().open(), harness().open(), harness().open()];
      const passes = await Promise.all(stores.map((each) => each.repository.expireLeases(40, decide)));
      const rest = await store.repository.expireLeases(40, decide);
      const ids = [...passes.flat(), ...rest].map(({ id }) => id);
      expect(ids).to.have.length(40);
      expect(new Set(ids).size).to.equal(40);
      for (const { job } of claims) expect(await history(store, job.id)).to.have.length(3);
    });

    it('passes on what the decision throws and changes nothing', async () => {
      const { store } = harness();
      await createJob(store.repository);
      const { job } = await claimNext(store.repository);
      await harness().age(job.id, 3_600_000);
      const before = await row(store, job.id);
      const error = await store.repository
        .expireLeases(10, () => {
          throw new RangeError('undecided');
        })
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
      expect(error).to.be.instanceOf(RangeError);
      expect(await row(store, job.id)).to.deep.equal(before);
      expect(await store.repository.expireLeases(10, decide)).to.have.length(1);
    });
  });
}
