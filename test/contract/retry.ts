import { expect } from 'chai';
import { IllegalTransitionError } from '../../src/domain/errors.js';
import type { OpenHarness } from '../support/store-harness.js';
import { claimNext, createJob, history, row, withStore } from '../support/with-store.js';

export function describeRetry(open: OpenHarness): void {
  describe('manual retry', () => {
    const harness = withStore(open);

    async function failedJob(): Promise<string> {
      const { repository } = harness().store;
      await createJob(repository, { maxAttempts: 1 });
      const { token } = await claimNext(repository);
      await repository.settle(token, { type: 'failed', error: 'for good' });
      return token.jobId;
    }

    it('sends a failed job back as the entity does, with its event', async () => {
      const { store } = harness();
      const id = await failedJob();
      const before = await row(store, id);
      const job = await store.repository.change(id, (found) => found.retry());
      if (job === undefined) throw new Error('The job was not found');
      expect(job).to.deep.equal(before.apply(before.retry(), job.updatedAt));
      expect(await row(store, id)).to.deep.equal(job);
      expect((await history(store, id)).at(-1)).to.deep.include({
        type: 'manual_retry',
        attempt: 0,
        workerId: null,
        message: 'Manual retry',
        data: {},
        createdAt: job.updatedAt,
      });
    });

    it('makes the job claimable at once, with all its attempts', async () => {
      const { repository } = harness().store;
      const id = await failedJob();
      await repository.change(id, (job) => job.retry());
      const { job } = await claimNext(repository);
      expect(job).to.deep.include({ id, attempts: 1, lastError: '' });
    });

    it('refuses a job that has not failed and changes nothing', async () => {
      const { store } = harness();
      const { id } = await createJob(store.repository);
      const expectRefused = async () => {
        const before = [await row(store, id), await history(store, id)];
        const error = await store.repository
          .change(id, (job) => job.retry())
          .then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
        expect(error).to.be.instanceOf(IllegalTransitionError);
        expect([await row(store, id), await history(store, id)]).to.deep.equal(before);
      };
      await expectRefused();
      const { token } = await claimNext(store.repository);
      await expectRefused();
      await store.repository.settle(token, { type: 'succeeded', result: null });
      await expectRefused();
    });

    it('lets one of ten parallel retries win', async () => {
      const id = await failedJob();
      const stores = [harness().store, harness().open(), harness().open()];
      const answers = await Promise.allSettled(
        Array.from({ length: 10 }, async (_, n) => stores[n % 3]?.repository.change(id, (job) => job.retry())),
      );
      expect(answers.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      for (const answer of answers) {
        if (answer.status === 'rejected') expect(answer.reason).to.be.instanceOf(IllegalTransitionError);
      }
      expect((await history(harness().store, id)).filter(({ type }) => type === 'manual_retry')).to.have.length(1);
    });

    it('knows no job under an unknown id', async () => {
      const answer = await harness().store.repository.change('01890000-0000-7000-8000-000000000000', (job) =>
        job.retry(),
      );
      expect(answer).to.equal(undefined);
    });
  });
}
