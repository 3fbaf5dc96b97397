import { expect } from 'chai';
import { INSTANT_RANGE } from '../../src/domain/new-job.js';
import { draft } from '../support/drafts.js';
import type { OpenHarness } from '../support/store-harness.js';
import { history, row, withStore } from '../support/with-store.js';

const PAYLOADS: readonly [string, unknown][] = [
  ['an empty object', {}],
  ['a string', 'text'],
  ['a number', -1.5e-300],
  ['zero', 0],
  ['false', false],
  ['an array with null', [null, [], {}]],
  ['unicode', { 'clé ☃': '😀 \u2028 \u007f \\ " \' ??', Отчёт: '％＿' }],
  ['SQL and placeholders', { q: "?' OR $1 :name --", '?': '??' }],
  ['large and small numbers', [Number.MAX_SAFE_INTEGER, 1e308, 5e-324, -0.1]],
  ['an own __proto__ key', JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}')],
  ['100 levels', JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`)],
  ['a mebibyte', 'x'.repeat(1_048_576)],
];

export function describeStoring(open: OpenHarness): void {
  describe('storing', () => {
    const harness = withStore(open);

    it('keeps every field of a new job and stamps the rest', async () => {
      const { store } = harness();
      const wanted = draft({
        type: 'a.b',
        payload: { n: 1 },
        priority: -32_768,
        availableAt: 1_000,
        maxAttempts: 2_147_483_647,
        idempotencyKey: 'k',
      });
      const before = Date.now() - 2_000;
      const { job, replayed } = await store.repository.create(wanted);
      expect(replayed).to.equal(false);
      expect(job).to.deep.include({ ...wanted, status: 'queued', attempts: 0, lockedBy: null, lockedUntil: null });
      expect(job).to.deep.include({ lastError: '', result: null, finishedAt: null, updatedAt: job.createdAt });
      expect(job.createdAt).to.be.within(before, Date.now() + 2_000);
      expect(job.createdAt % 1).to.equal(0);
      expect(await row(store, job.id)).to.deep.equal(job);
    });

    it('makes a job available at its creation when no time is given', async () => {
      const { job } = await harness().store.repository.create(draft());
      expect(job.availableAt).to.equal(job.createdAt);
    });

    it('keeps instants to the millisecond at both ends of the range', async () => {
      for (const availableAt of [INSTANT_RANGE.min, 1, 1_234_567_890_123, INSTANT_RANGE.max]) {
        const { job } = await harness().store.repository.create(draft({ availableAt }));
        expect((await row(harness().store, job.id)).availableAt).to.equal(availableAt);
      }
    });

    it('writes the created event with the same instant', async () => {
      const { job } = await harness().store.repository.create(draft({ type: 'some.type' }));
      const events = await history(harness().store, job.id);
      expect(events).to.have.length(1);
      expect(events[0]).to.deep.include({
        jobId: job.id,
        type: 'created',
        attempt: 0,
        workerId: null,
        message: 'Job created',
        data: { type: 'some.type' },
        createdAt: job.createdAt,
      });
    });

    for (const [name, payload] of PAYLOADS) {
      it(`gives back ${name} as payload and as result, equal`, async () => {
        const { repository } = harness().store;
        const { job } = await repository.create(draft({ payload: payload as never }));
        expect(JSON.stringify(job.payload)).to.have.length(JSON.stringify(payload).length);
        expect(job.payload).to.deep.equal(payload);
        const [claim] = await repository.claim(['w'], 1_000);
        if (claim === undefined) throw new Error('Nothing was claimed');
        expect(claim.job.payload).to.deep.equal(payload);
        await repository.settle(claim.token, claim.job.complete(payload as never));
        expect((await row(harness().store, job.id)).result).to.deep.equal(payload);
      });
    }

    it('finds nothing under an unknown id', async () => {
      expect(await harness().store.queries.job(draft().id)).to.equal(undefined);
      expect(await harness().store.queries.eventsOf(draft().id, 0, 10)).to.equal(undefined);
    });

    it('gives back the first job of an idempotency key, unchanged, whatever the second asks for', async () => {
      const { repository } = harness().store;
      const { job: first } = await repository.create(draft({ idempotencyKey: 'once', payload: 1 }));
      const second = await repository.create(draft({ idempotencyKey: 'once', payload: 2, type: 'other' }));
      expect(second.replayed).to.equal(true);
      expect(second.job).to.deep.equal(first);
    });

    it('gives back the job of a key in its present state', async () => {
      const { repository } = harness().store;
      await repository.create(draft({ idempotencyKey: 'once' }));
      const [claim] = await repository.claim(['w'], 1_000);
      const again = await repository.create(draft({ idempotencyKey: 'once' }));
      expect(again.job).to.deep.equal(claim?.job);
    });

    it('makes one row and one event of 50 concurrent creates with one key', async () => {
      const stores = [harness().store, harness().open(), harness().open()];
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, n) =>
          stores[n % 3]?.repository.create(draft({ idempotencyKey: 'race', payload: n })),
        ),
      );
      expect(answers.filter((answer) => answer?.replayed === false)).to.have.length(1);
      expect(new Set(answers.map((answer) => answer?.job.id)).size).to.equal(1);
      expect((await harness().store.queries.jobs({}, 10, 0)).count).to.equal(1);
      expect(await history(harness().store, answers[0]?.job.id ?? '')).to.have.length(1);
    });

    for (const idempotencyKey of ['mine', null]) {
      it(`stores a job once when the same draft is asked for again, with the key ${idempotencyKey}`, async () => {
        const { repository, queries } = harness().store;
        const wanted = draft({ idempotencyKey });
        const first = await repository.create(wanted);
        const again = await repository.create(wanted);
        expect(again).to.deep.equal(first);
        expect((await queries.jobs({}, 10, 0)).count).to.equal(1);
        expect(await history(harness().store, first.job.id)).to.have.length(1);
      });
    }

    it('stores concurrent creates, keyed and not, each as asked', async () => {
      const { repository, queries } = harness().store;
      const drafts = Array.from({ length: 300 }, (_, n) =>
        draft({ payload: n, idempotencyKey: n % 3 === 0 ? `key-${n}` : null }),
      );
      const answers = await Promise.all(drafts.map((each) => repository.create(each)));
      answers.forEach(({ job, replayed }, n) => {
        expect(replayed).to.equal(false);
        expect(job).to.deep.include({ id: drafts[n]?.id, payload: n, idempotencyKey: drafts[n]?.idempotencyKey });
      });
      expect((await queries.stats()).byStatus.queued).to.equal(300);
    });
  });
}
