import { expect } from 'chai';
import type { OpenHarness } from '../support/store-harness.js';
import { createJob, eventTypes, row, withStore } from '../support/with-store.js';

export function describeFailingHalfWay(open: OpenHarness): void {
  describe('failing half-way', () => {
    const harness = withStore(open);

    it('changes nothing when the decision about a job throws', async () => {
      const { store } = harness();
      const { id } = await createJob(store.repository);
      const before = await row(store, id);
      const error = await store.repository
        .change(id, () => {
          throw new RangeError('undecided');
        })
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
      expect(error).to.be.instanceOf(RangeError);
      expect(await row(store, id)).to.deep.equal(before);
      expect(await eventTypes(store, id)).to.deep.equal(['created']);
    });

    it('closes twice without harm', async () => {
      const other = harness().open();
      await other.queries.ping();
      await other.close();
      await other.close();
      expect((await harness().store.queries.stats()).total).to.equal(0);
    });
  });
}
