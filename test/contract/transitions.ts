import { expect } from 'chai';
import type { Claim } from '../../src/application/ports/job-repository.js';
import { transitionEvent } from '../../src/domain/job-event.js';
import type { Outcome, SignOfLife, Transition } from '../../src/domain/transition.js';
import type { OpenHarness } from '../support/store-harness.js';
import { claimNext, createJob, history, row, withStore } from '../support/with-store.js';

const OUTCOMES: readonly Outcome[] = [
  { type: 'succeeded', result: { done: [1, 'two'] } },
  { type: 'succeeded', result: null },
  { type: 'retry_scheduled', error: 'boom: "☃" \' ? $1 \\', delayMs: 5_000 },
  { type: 'retry_scheduled', error: 'at once', delayMs: 0 },
  { type: 'retry_scheduled', error: 'a fraction', delayMs: 1_234 },
  { type: 'failed', error: 'for good' },
];

const SIGNS: readonly SignOfLife[] = [
  { type: 'lease_renewed', leaseMs: 60_000 },
  { type: 'progress', message: 'half', data: { percent: 50, '?': ['x'] } },
  { type: 'progress', message: '', data: {} },
];

export function describeTransitions(open: OpenHarness): void {
  describe('transitions', () => {
    const harness = withStore(open);

    /** What the store must show after `transition`: the entity's own answer at the instant that the store chose. */
    async function expectAsApplied({ job }: Claim, transition: Transition): Promise<void> {
      const events = await history(harness().store, job.id);
      const event = events.at(-1);
      if (event === undefined) throw new Error('No event was written');
      const after = job.apply(transition, event.createdAt);
      expect(await row(harness().store, job.id)).to.deep.equal(after);
      expect(event).to.deep.equal({ id: event.id, ...transitionEvent(job, transition, after, event.createdAt) });
      expect(events.map(({ type }) => type)).to.deep.equal(['created', 'claimed', transition.type]);
    }

    for (const outcome of OUTCOMES) {
      it(`carries out ${JSON.stringify(outcome)} as the entity does, with its event`, async () => {
        const { repository } = harness().store;
        await createJob(repository);
        const claim = await claimNext(repository);
        expect(await repository.settle(claim.token, outcome)).to.equal('written');
        await expectAsApplied(claim, outcome);
      });
    }

    for (const sign of SIGNS) {
      it(`carries out ${JSON.stringify(sign)} as the entity does, with its event`, async () => {
        const { repository } = harness().store;
        await createJob(repository);
        const claim = await claimNext(repository);
        expect(await repository.touch(claim.token, sign)).to.equal('written');
        await expectAsApplied(claim, sign);
      });
    }

    it('carries out concurrent settles of every kind, each on its own job', async () => {
      const { repository } = harness().store;
      const wanted = Array.from({ length: 60 }, (_, n) => OUTCOMES[n % OUTCOMES.length] as Outcome);
      for (const _ of wanted) await createJob(repository);
      const claims = await repository.claim(
        wanted.map((_, n) => `w${n}`),
        30_000,
      );
      const answers = await Promise.all(claims.map((claim, n) => repository.settle(claim.token, wanted[n] as Outcome)));
      expect(answers.every((answer) => answer === 'written')).to.equal(true);
      for (const [n, claim] of claims.entries()) await expectAsApplied(claim, wanted[n] as Outcome);
    });

    it('writes many concurrent signs of life of one claim, each once', async () => {
      const { repository } = harness().store;
      await createJob(repository);
      const { job, token } = await claimNext(repository);
      const signs = Array.from({ length: 30 }, (_, n) =>
        repository.touch(token, { type: 'progress', message: `${n}`, data: {} }),
      );
      expect(await Promise.all(signs)).to.deep.equal(Array(30).fill('written'));
      const messages = (await history(harness().store, job.id)).slice(2).map(({ message }) => message);
      expect(messages).to.have.members(Array.from({ length: 30 }, (_, n) => `${n}`));
    });

    it('answers a repeated settle as the first time and writes nothing again', async () => {
      const { repository } = harness().store;
      for (const [n, outcome] of OUTCOMES.entries()) {
        const { id } = await createJob(repository, { priority: 100 + n });
        const { token } = await claimNext(repository);
        await repository.settle(token, outcome);
        const before = await row(harness().store, id);
        expect(await repository.settle(token, outcome)).to.equal('written');
        expect(await row(harness().store, id)).to.deep.equal(before);
        expect(await history(harness().store, id)).to.have.length(3);
      }
    });
  });
}
