import { expect } from 'chai';
import { draft } from '../support/drafts.js';
import type { OpenHarness } from '../support/store-harness.js';
import { claimNext, createJob, history, LEASE_MS, row, withStore } from '../support/with-store.js';

export function describeClaiming(open: OpenHarness): void {
  describe('claiming', () => {
    const harness = withStore(open);

    it('gives nothing when there is nothing', async () => {
      expect(await harness().store.repository.claim(['a', 'b'], LEASE_MS)).to.deep.equal([]);
    });

    it('changes status, attempts, owner and lease in one step', async () => {
      const { store } = harness();
      const created = await createJob(store.repository);
      const { job, token } = await claimNext(store.repository, 'me');
      expect(token).to.deep.equal({ jobId: created.id, workerId: 'me', attempt: 1 });
      expect(job).to.deep.equal(created.apply(created.claim('me', LEASE_MS), job.updatedAt));
      expect(job.lockedUntil).to.equal(job.updatedAt + LEASE_MS);
      expect(await row(store, job.id)).to.deep.equal(job);
    });

    it('writes the claimed event with the same instant', async () => {
      const { store } = harness();
      await createJob(store.repository);
      const { job } = await claimNext(store.repository, 'me');
      expect((await history(store, job.id))[1]).to.deep.include({
        type: 'claimed',
        attempt: 1,
        workerId: 'me',
        message: 'Job claimed',
        data: { locked_until: new Date(job.lockedUntil ?? 0).toISOString() },
        createdAt: job.updatedAt,
      });
    });

    it('takes jobs by priority, then availability, then creation, then id', async () => {
      const { repository } = harness().store;
      const low = await createJob(repository, { priority: -5 });
      const late = await createJob(repository, { availableAt: 2_000 });
      const early = await createJob(repository, { availableAt: 1_000 });
      const tieA = await createJob(repository, { priority: 7, availableAt: 5 });
      const tieB = await createJob(repository, { priority: 7, availableAt: 5 });
      const high = await createJob(repository, { priority: 32_767 });
      const taken = await repository.claim(['1', '2', '3', '4', '5', '6'], LEASE_MS);
      expect(taken.map(({ job }) => job.id)).to.deep.equal([high, early, late, tieA, tieB, low].map(({ id }) => id));
    });

    it('takes random jobs in exactly the claim order, whatever the size of the claim', async () => {
      const { repository } = harness().store;
      const jobs = await Promise.all(
        Array.from({ length: 120 }, (_, n) =>
          createJob(repository, { priority: (n * 7) % 5, availableAt: ((n * 13) % 4) * 1_000 }),
        ),
      );
      const wanted = [...jobs].sort(
        (a, b) =>
          b.priority - a.priority ||
          a.availableAt - b.availableAt ||
          a.createdAt - b.createdAt ||
          (a.id < b.id ? -1 : 1),
      );
      const taken: string[] = [];
      for (const size of [1, 2, 17, 50, 60]) {
        const claims = await repository.claim(
          Array.from({ length: size }, (_, n) => `w${n}`),
          LEASE_MS,
        );
        taken.push(...claims.map(({ job }) => job.id));
      }
      expect(taken).to.deep.equal(wanted.map(({ id }) => id));
    });

    it('gives the i-th claim to the i-th worker and never more than asked for', async () => {
      const { repository } = harness().store;
      for (let n = 0; n < 5; n += 1) await createJob(repository, { payload: n });
      const claims = await repository.claim(['x', 'y', 'z'], LEASE_MS);
      expect(claims.map(({ token }) => token.workerId)).to.deep.equal(['x', 'y', 'z']);
      expect(claims.map(({ job }) => [job.payload, job.lockedBy])).to.deep.equal([
        [0, 'x'],
        [1, 'y'],
        [2, 'z'],
      ]);
      expect((await harness().store.queries.stats()).byStatus).to.deep.include({ queued: 2, running: 3 });
    });

    it('leaves a job alone before its time, also when it has the highest priority', async () => {
      const { repository } = harness().store;
      const delayed = await createJob(repository, { priority: 100, availableAt: Date.now() + 60_000 });
      const ready = await createJob(repository, { priority: 1 });
      expect((await repository.claim(['a', 'b'], LEASE_MS)).map(({ job }) => job.id)).to.deep.equal([ready.id]);
      await harness().age(delayed.id, 120_000);
      expect((await claimNext(repository)).job.id).to.equal(delayed.id);
    });

    it('finds the ready jobs behind many priorities that are all delayed', async () => {
      const { repository } = harness().store;
      await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          createJob(repository, { priority: 100 + n, availableAt: Date.now() + 60_000 }),
        ),
      );
      const ready = await createJob(repository, { priority: -1 });
      expect((await claimNext(repository)).job.id).to.equal(ready.id);
    });

    it('claims a job again after its retry, with the next attempt and a clean error', async () => {
      const { repository } = harness().store;
      const created = await createJob(repository);
      const first = await claimNext(repository);
      await repository.settle(first.token, { type: 'retry_scheduled', error: 'boom', delayMs: 0 });
      const { job, token } = await claimNext(repository);
      expect(token).to.deep.equal({ jobId: created.id, workerId: 'worker-1', attempt: 2 });
      expect(job).to.deep.include({ lastError: '', result: null, attempts: 2 });
    });

    it('does not claim beyond the number of attempts', async () => {
      const { repository } = harness().store;
      await createJob(repository, { maxAttempts: 1 });
      const { job, token } = await claimNext(repository);
      await repository.settle(token, { type: 'failed', error: 'last' });
      expect(await repository.claim(['w'], LEASE_MS)).to.deep.equal([]);
      expect((await row(harness().store, job.id)).status).to.equal('failed');
    });

    it('keeps a lease of a day', async () => {
      const { repository } = harness().store;
      await repository.create(draft());
      const [claim] = await repository.claim(['w'], 86_400_000);
      expect((claim?.job.lockedUntil ?? 0) - (claim?.job.updatedAt ?? 0)).to.equal(86_400_000);
    });
  });
}
