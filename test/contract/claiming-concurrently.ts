import { expect } from 'chai';
import type { Claim } from '../../src/application/ports/job-repository.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import type { OpenHarness } from '../support/store-harness.js';
import { createJob, eventTypes, LEASE_MS, withStore } from '../support/with-store.js';

const JOBS = 200;
const CLAIMERS = 8;

export function describeClaimingConcurrently(open: OpenHarness): void {
  describe('claiming concurrently', () => {
    const harness = withStore(open);

    for (const size of [1, 3]) {
      it(`gives each of ${JOBS} jobs to exactly one of ${CLAIMERS} claimers, ${size} at a time`, async () => {
        const { store } = harness();
        await Promise.all(Array.from({ length: JOBS }, (_, n) => createJob(store.repository, { priority: n % 3 })));
        const taken = await Promise.all(
          Array.from({ length: CLAIMERS }, (_, n) =>
            drain(n % 2 === 0 ? store : harness().open(), `claimer-${n}`, size),
          ),
        );
        const ids = taken.flat().map(({ job }) => job.id);
        expect(ids).to.have.length(JOBS);
        expect(new Set(ids).size).to.equal(JOBS);
        expect(taken.flat().every(({ job, token }) => job.lockedBy === token.workerId && job.attempts === 1)).to.equal(
          true,
        );
        expect(await eventTypes(store, ids[0] ?? '')).to.deep.equal(['created', 'claimed']);
      });
    }

    it('settles while others claim: every job ends exactly once', async () => {
      const { store } = harness();
      await Promise.all(Array.from({ length: JOBS }, () => createJob(store.repository)));
      await Promise.all(
        Array.from({ length: CLAIMERS }, async (_, n) => {
          const mine = n % 2 === 0 ? store : harness().open();
          for (const claim of await drain(mine, `w${n}`, 2)) {
            expect(await mine.repository.settle(claim.token, claim.job.complete(n))).to.equal('written');
          }
        }),
      );
      const { byStatus } = await store.queries.stats();
      expect(byStatus).to.deep.equal({ queued: 0, running: 0, succeeded: JOBS, failed: 0 });
    });
  });
}

/** Claims until nothing is left, `size` at a time. */
async function drain(store: Store, name: string, size: number): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (;;) {
    const batch = await store.repository.claim(
      Array.from({ length: size }, (_, n) => `${name}-${n}`),
      LEASE_MS,
    );
    if (batch.length === 0) return claims;
    claims.push(...batch);
  }
}
