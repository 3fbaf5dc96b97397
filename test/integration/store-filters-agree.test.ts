import { expect } from 'chai';
import fc from 'fast-check';
import type { JobFilter } from '../../src/application/ports/job-queries.js';
import type { JsonObject } from '../../src/domain/json.js';
import { draft } from '../support/drafts.js';
import { memoryHarness, postgresHarness, sqliteHarness } from '../support/harnesses.js';
import type { StoreHarness } from '../support/store-harness.js';

const JOBS = 60;
const RUNS = 150;

/** Few letters, and those that mean something in SQL, in JSON or in a path, so that things match by chance. */
const letters = fc.constantFrom(...('aAéÉ0"\\%_\'$[]?😀 '.match(/./gu) ?? []));
const text = fc.string({ unit: letters, minLength: 1, maxLength: 3 });
const key = fc.oneof(fc.constantFrom('a', 'b', '0', '1', '00', '-1', '"', '__proto__'), text);
const scalar = fc.oneof(
  fc.constantFrom<number>(0, -0, 1, 1.5, 1e21, Number('9007199254740993'), 1234567890123456800, -1e-7),
  ...[fc.double({ noNaN: true, noDefaultInfinity: true }), text, fc.constantFrom('1', 'true', 'null')],
  ...[fc.boolean(), fc.constant(null)],
);

const { payload } = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    ...[scalar, fc.array(tie('node'), { maxLength: 3 }), fc.dictionary(key, tie('node'), { maxKeys: 3 })],
  ),
  payload: fc.oneof(fc.dictionary(key, tie('node'), { maxKeys: 4 }), fc.array(tie('node'), { maxLength: 3 })),
}));

const job = fc.record({
  type: text,
  // Through JSON text, as a request would bring it: a store keeps no more of a value than that.
  payload: payload.map((value) => JSON.parse(JSON.stringify(value)) as JsonObject),
  end: fc.constantFrom('queued', 'running', 'failed', 'succeeded'),
  worker: text,
  error: text,
  hasKey: fc.boolean(),
});
type RandomJob = typeof job extends fc.Arbitrary<infer T> ? T : never;

describe('filters of jobs', function () {
  this.timeout(60_000);
  let stores: StoreHarness[];
  let jobs: ReadonlyArray<RandomJob & { readonly id: string }>;

  before(async () => {
    stores = await Promise.all([memoryHarness(), sqliteHarness(), postgresHarness()]);
    jobs = fc.sample(job, { numRuns: JOBS, seed: 20 }).map((each) => ({ ...each, id: draft().id }));
    await Promise.all(stores.map((store) => fill(store, jobs)));
  });
  after(() => Promise.all(stores.map((store) => store.close())));

  /** One job after the other, so that each is claimed by its own worker. */
  async function fill({ store }: StoreHarness, wanted: typeof jobs): Promise<void> {
    const { repository } = store;
    for (const { id, type, payload, end, worker, error, hasKey } of wanted) {
      const idempotencyKey = hasKey ? `key-${id}` : null;
      const availableAt = end === 'queued' ? 253_402_300_799_999 : null;
      await repository.create(draft({ id, type, payload, idempotencyKey, availableAt }));
      if (end === 'queued') continue;
      const [claim] = await repository.claim([worker], 60_000);
      if (claim === undefined) throw new Error('Nothing was claimed');
      if (end === 'failed') await repository.settle(claim.token, { type: 'failed', error });
      if (end === 'succeeded') await repository.settle(claim.token, { type: 'succeeded', result: null });
    }
  }

  /** A condition that some of the jobs fulfil, mostly: what is looked for is taken from one of them. */
  const condition = fc
    .record({ place: fc.nat(), keys: fc.array(fc.nat(), { maxLength: 3 }), other: scalar })
    .map((pick) => {
      const path: string[] = [];
      let value: unknown = jobs[pick.place % JOBS]?.payload;
      for (const choice of [0, ...pick.keys]) {
        const entries = Object.entries<unknown>(Object(value));
        const [chosen, next] =
          typeof value === 'string' ? ['0', 0] : (entries[choice % (entries.length || 1)] ?? ['a', 0]);
        path.push(chosen);
        value = next;
      }
      return { path, equals: typeof value === 'object' && value !== null ? pick.other : (value as number) };
    });
  const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
  const filter = fc
    .record({
      ...{ status: some(fc.constantFrom('queued', 'running', 'failed', 'succeeded')), type: some(text) },
      ...{ worker: some(text), error: some(text), payload: some(fc.array(condition, { minLength: 1, maxLength: 2 })) },
      ...{ place: fc.nat(), idLength: some(fc.integer({ min: 1, max: 36 })), byKey: fc.boolean(), byIds: fc.boolean() },
    })
    .map(({ place, idLength, byKey, byIds, ...given }): JobFilter => {
      const { id = '' } = jobs[place % JOBS] ?? {};
      const chosen = {
        ...given,
        idPrefix: idLength === undefined ? undefined : id.slice(0, idLength),
        idempotencyKey: byKey && place % 5 === 0 ? `key-${id}` : undefined,
        ids: byIds && place % 3 === 0 ? [id, jobs[0]?.id] : undefined,
      };
      return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
    });

  it('choose the same jobs on every store', async () => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (chosen) => {
        const pages = await Promise.all(stores.map(({ store }) => store.queries.jobs(chosen, JOBS, 0)));
        const [expected, ...others] = pages.map((page) => ({
          count: page.count,
          ids: page.jobs.map(({ id }) => id).sort(),
        }));
        for (const other of others) expect(other).to.deep.equal(expected);
        matched += expected?.count ?? 0;
      }),
      { numRuns: RUNS, seed: 7 },
    );
    // A test that never finds anything would prove nothing.
    expect(matched).to.be.greaterThan(RUNS);
  });

  it('choose the same jobs by each single value of a payload', async () => {
    for (const [place, { payload }] of jobs.entries()) {
      for (const [key, value] of Object.entries(payload)) {
        if (typeof value === 'object' && value !== null) continue;
        const chosen = { payload: [{ path: [key], equals: value }] };
        const pages = await Promise.all(stores.map(({ store }) => store.queries.jobs(chosen, JOBS, 0)));
        for (const page of pages) {
          expect(
            page.jobs.map(({ id }) => id),
            JSON.stringify(chosen),
          ).to.include(jobs[place]?.id);
          expect(page.count).to.equal(pages[0]?.count);
        }
      }
    }
  });
});
