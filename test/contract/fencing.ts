import { expect } from 'chai';
import type { Claim, ClaimToken } from '../../src/application/ports/job-repository.js';
import type { OpenHarness } from '../support/store-harness.js';
import { claimNext, createJob, history, row, withStore } from '../support/with-store.js';

export function describeFencing(open: OpenHarness): void {
  describe('fencing', () => {
    const harness = withStore(open);

    /** Every write that a claim allows, made with `token`: all must be lost, and leave row and history as they are. */
    async function expectFenced(token: ClaimToken): Promise<void> {
      const { store } = harness();
      const before = [await row(store, token.jobId), await history(store, token.jobId)];
      const { repository } = store;
      expect(await repository.settle(token, { type: 'succeeded', result: 'stale' })).to.equal('lost');
      expect(await repository.settle(token, { type: 'retry_scheduled', error: 'stale', delayMs: 0 })).to.equal('lost');
      expect(await repository.settle(token, { type: 'failed', error: 'stale' })).to.equal('lost');
      expect(await repository.touch(token, { type: 'lease_renewed', leaseMs: 1_000 })).to.equal('lost');
      expect(await repository.touch(token, { type: 'progress', message: 'stale', data: {} })).to.equal('lost');
      expect([await row(store, token.jobId), await history(store, token.jobId)]).to.deep.equal(before);
    }

    async function loseLease(claim: Claim): Promise<void> {
      await harness().age(claim.job.id, 3_600_000);
      const taken = await harness().store.repository.expireLeases(10, (job) =>
        job.expireLease({ baseMs: 0, maxMs: 0, jitter: 0, sample: () => 0 }),
      );
      expect(taken.map(({ id }) => id)).to.deep.equal([claim.job.id]);
    }

    it('refuses a claim whose job was taken back', async () => {
      await createJob(harness().store.repository);
      const claim = await claimNext(harness().store.repository);
      await loseLease(claim);
      await expectFenced(claim.token);
    });

    it('refuses an old claim after a later attempt began, also by the same worker', async () => {
      await createJob(harness().store.repository);
      const claim = await claimNext(harness().store.repository, 'same');
      await loseLease(claim);
      const later = await claimNext(harness().store.repository, 'same');
      expect(later.token.attempt).to.equal(2);
      await expectFenced(claim.token);
    });

    it('refuses an old claim after a manual retry has counted back to the same attempt', async () => {
      const { repository } = harness().store;
      await createJob(repository, { maxAttempts: 1 });
      const claim = await claimNext(repository, 'old');
      await loseLease(claim);
      await repository.change(claim.job.id, (job) => job.retry());
      const later = await claimNext(repository, 'new');
      expect(later.token.attempt).to.equal(claim.token.attempt);
      await expectFenced(claim.token);
    });

    it('refuses every other write after the claim was settled', async () => {
      const { repository } = harness().store;
      await createJob(repository);
      const { token } = await claimNext(repository);
      await repository.settle(token, { type: 'succeeded', result: 1 });
      const before = await history(harness().store, token.jobId);
      expect(await repository.settle(token, { type: 'failed', error: 'late' })).to.equal('lost');
      expect(await repository.settle(token, { type: 'retry_scheduled', error: 'late', delayMs: 0 })).to.equal('lost');
      expect(await repository.touch(token, { type: 'lease_renewed', leaseMs: 1_000 })).to.equal('lost');
      expect(await repository.touch(token, { type: 'progress', message: 'late', data: {} })).to.equal('lost');
      expect(await history(harness().store, token.jobId)).to.deep.equal(before);
    });

    it('does not take a failure that cleanup wrote for its own', async () => {
      const { repository } = harness().store;
      await createJob(repository, { maxAttempts: 1 });
      const claim = await claimNext(repository);
      await loseLease(claim);
      expect((await row(harness().store, claim.job.id)).status).to.equal('failed');
      expect(await repository.settle(claim.token, { type: 'failed', error: 'my own error' })).to.equal('lost');
    });

    it('does not take the end of an earlier claim for its own, when a manual retry has led to the same token', async () => {
      const { repository } = harness().store;
      await createJob(repository, { maxAttempts: 1 });
      const first = await claimNext(repository, 'same');
      await repository.settle(first.token, { type: 'failed', error: 'same error' });
      await repository.change(first.job.id, (job) => job.retry());
      const second = await claimNext(repository, 'same');
      expect(second.token).to.deep.equal(first.token);
      await loseLease(second);
      expect(await repository.settle(second.token, { type: 'failed', error: 'same error' })).to.equal('lost');
    });

    it('refuses a wrong worker, a wrong attempt and an unknown job', async () => {
      const { repository } = harness().store;
      await createJob(repository);
      const { token } = await claimNext(repository);
      await expectFenced({ ...token, workerId: 'somebody else' });
      await expectFenced({ ...token, attempt: 2 });
      const nowhere = { ...token, jobId: '01890000-0000-7000-8000-000000000000' };
      expect(await repository.settle(nowhere, { type: 'succeeded', result: 1 })).to.equal('lost');
    });

    it('accepts the owner after the end of the lease while nobody took the job back', async () => {
      const { repository } = harness().store;
      await createJob(repository);
      const { token } = await claimNext(repository);
      await harness().age(token.jobId, 3_600_000);
      expect(await repository.touch(token, { type: 'progress', message: 'late', data: {} })).to.equal('written');
      expect(await repository.touch(token, { type: 'lease_renewed', leaseMs: 1_000 })).to.equal('written');
      await harness().age(token.jobId, 3_600_000);
      expect(await repository.settle(token, { type: 'succeeded', result: 1 })).to.equal('written');
    });

    it('writes the honest and refuses the stale ones of one batch', async () => {
      const { repository } = harness().store;
      for (let n = 0; n < 20; n += 1) await createJob(repository);
      const claims = await repository.claim(
        Array.from({ length: 20 }, (_, n) => `w${n}`),
        30_000,
      );
      const answers = await Promise.all(
        claims.map(({ token }, n) =>
          repository.settle(n % 2 === 0 ? token : { ...token, workerId: 'stale' }, { type: 'succeeded', result: n }),
        ),
      );
      expect(answers).to.deep.equal(claims.map((_, n) => (n % 2 === 0 ? 'written' : 'lost')));
      expect((await harness().store.queries.stats()).byStatus).to.deep.include({ running: 10, succeeded: 10 });
    });

    it('lets exactly one of a settle and a cleanup win', async () => {
      const { store } = harness();
      const other = harness().open();
      for (let round = 0; round < 15; round += 1) {
        const { id } = await createJob(store.repository, { maxAttempts: 1 });
        const { token } = await claimNext(store.repository);
        await harness().age(id, 3_600_000);
        const [answer, taken] = await Promise.all([
          store.repository.settle(token, { type: 'succeeded', result: round }),
          other.repository.expireLeases(10, (job) => ({ type: 'failed', error: job.lastError || 'Lease expired' })),
        ]);
        const { status } = await row(store, id);
        expect([answer, taken.length, status]).to.be.deep.oneOf([
          ['written', 0, 'succeeded'],
          ['lost', 1, 'failed'],
        ]);
        expect(await history(store, id)).to.have.length(3);
      }
    });
  });
}
