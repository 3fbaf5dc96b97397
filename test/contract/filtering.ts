import { expect } from 'chai';
import type { JobFilter, JsonScalar } from '../../src/application/ports/job-queries.js';
import type { JsonValue } from '../../src/domain/json.js';
import type { OpenHarness } from '../support/store-harness.js';
import { claimNext, createJob, withStore } from '../support/with-store.js';

const IDS = [
  '01890a5d-ac96-774b-bcce-b302099a8057',
  '01890a5d-ac97-774b-bcce-b302099a8057',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-000000000000',
];

/** Each value under its own name, to look for in all ways. */
const VALUES: readonly JsonScalar[] = [
  ...[0, 5, -1, 0.1, 1e21, 1e-7, 1234567890123456800, 9007199254740992, Number.MAX_VALUE, 5e-324],
  ...['', '5', 'true', 'null', 'a"b', "it's", '\\', 'ä😀', '\u0001', '%', '?', '\u2028', ' '],
  ...[true, false, null],
];

export function describeFiltering(open: OpenHarness): void {
  describe('filtering', () => {
    const harness = withStore(open);
    const found = async (filter: JobFilter) => {
      const { queries } = harness().store;
      const [page, summaries] = [await queries.jobs(filter, 100, 0), await queries.summaries(filter, 100, 0)];
      expect(page.count).to.equal(page.jobs.length);
      expect(summaries).to.deep.equal({ ...page, jobs: page.jobs.map(({ payload, result, ...rest }) => rest) });
      return page.jobs.map(({ id }) => id).reverse();
    };
    const foundPayloads = async (path: string, equals: JsonScalar) => {
      const filter = { payload: [{ path: path.split('.'), equals }] };
      return (await harness().store.queries.jobs(filter, 100, 0)).jobs.map(({ payload }) => payload).reverse();
    };
    const createPayloads = async (payloads: readonly JsonValue[]) => {
      for (const payload of payloads) await createJob(harness().store.repository, { payload });
    };

    it('by the beginning of the id', async () => {
      for (const id of IDS) await createJob(harness().store.repository, { id });
      for (const [idPrefix, ids] of [
        ['0', [IDS[0], IDS[1], IDS[3]]],
        ['01890a5d', [IDS[0], IDS[1]]],
        ['01890a5d-', [IDS[0], IDS[1]]],
        ['01890a5d-ac96', [IDS[0]]],
        [IDS[1] ?? '', [IDS[1]]],
        ['f', [IDS[2]]],
        ['1', []],
      ] as const) {
        expect((await found({ idPrefix })).sort(), idPrefix).to.deep.equal([...ids].sort());
      }
    });

    it('by a list of ids', async () => {
      for (const id of IDS) await createJob(harness().store.repository, { id });
      const missing = '11111111-1111-1111-1111-111111111111';
      expect(await found({ ids: [missing, IDS[2] ?? '', IDS[2] ?? ''] })).to.deep.equal([IDS[2]]);
      expect(await found({ ids: [] })).to.deep.equal([]);
    });

    it('by creation, from one instant up to but without another', async () => {
      const job = await createJob(harness().store.repository);
      const at = job.createdAt;
      expect(await found({ createdFrom: at, createdTo: at + 1 })).to.deep.equal([job.id]);
      expect(await found({ createdFrom: at + 1 })).to.deep.equal([]);
      expect(await found({ createdTo: at })).to.deep.equal([]);
      expect(await found({ createdFrom: 0, createdTo: 253_402_300_799_999 })).to.deep.equal([job.id]);
    });

    it('by the beginning of the worker that runs it, letter by letter', async () => {
      const { repository } = harness().store;
      for (let n = 0; n < 3; n += 1) await createJob(repository);
      const { job } = await claimNext(repository, 'Höst%_:1:thread-1:00000000');
      const other = await claimNext(repository, 'hXst:2');
      for (const worker of ['H', 'Höst%', 'Höst%_:1:thread-1:00000000'])
        expect(await found({ worker })).to.deep.equal([job.id]);
      for (const worker of ['h_', 'HÖ', '%', 'öst', 'Höst%_:1:thread-1:000000001'])
        expect(await found({ worker })).to.deep.equal([]);
      expect(await found({ worker: 'h' })).to.deep.equal([other.job.id]);
      await repository.settle(other.token, { type: 'succeeded', result: null });
      expect(await found({ worker: 'h' })).to.deep.equal([]);
    });

    it('by a part of the last error, and by the key', async () => {
      const { repository } = harness().store;
      await createJob(repository, { idempotencyKey: 'Key-1' });
      const { job, token } = await claimNext(repository);
      await repository.settle(token, { type: 'failed', error: 'Zeit 100%_\\ ÜBERSCHRITTEN\nat line 2' });
      await createJob(repository, { idempotencyKey: 'key-1' });
      for (const error of ['zeit', '100%_\\', 'ÜBERSCHR', 'AT LINE', ' '])
        expect(await found({ error })).to.deep.equal([job.id]);
      for (const error of ['überschr', '100__', 'z_it']) expect(await found({ error })).to.deep.equal([]);
      expect(await found({ idempotencyKey: 'Key-1' })).to.deep.equal([job.id]);
      expect(await found({ idempotencyKey: 'Key-' })).to.deep.equal([]);
      expect(await found({ error: 'zeit', status: 'queued' })).to.deep.equal([]);
      expect(await found({ error: 'zeit', status: 'failed', type: 'TEST', idempotencyKey: 'Key-1' })).to.deep.equal([
        job.id,
      ]);
    });

    it('by values in the payload, equal in type and value', async () => {
      await createPayloads(VALUES.map((value) => ({ value, n: { 'a b': value } })));
      for (const value of VALUES) {
        expect(await foundPayloads('value', value), JSON.stringify(value)).to.deep.equal([
          { value, n: { 'a b': value } },
        ]);
        expect(await foundPayloads('n.a b', value), JSON.stringify(value)).to.have.length(1);
      }
      expect(await foundPayloads('value', -0)).to.deep.equal([{ value: 0, n: { 'a b': 0 } }]);
      for (const path of ['missing', 'value.x', 'n', 'n.a']) expect(await foundPayloads(path, null)).to.deep.equal([]);
    });

    it('by keys with any characters but a dot, and by places of arrays', async () => {
      const keys = [
        '"',
        "'",
        '\\',
        '$',
        '[0]',
        '#-1',
        ' ',
        'ä😀',
        '\n',
        '\u0001',
        '__proto__',
        'length',
        '?',
        '-1',
        '+0',
      ];
      for (const key of keys) {
        const payload = JSON.parse(`{${JSON.stringify(key)}:1}`) as JsonValue;
        await createPayloads([payload]);
        expect(await foundPayloads(key, 1), key).to.deep.equal([payload]);
      }
      const lists = [['x', 'y'], { 0: 'x', 1: 'z' }, [[], ['x', { 7: ['x'] }]], { '00': 'x' }, 'x'] as JsonValue[];
      await createPayloads(lists);
      expect(await foundPayloads('0', 'x')).to.deep.equal([lists[0], lists[1]]);
      expect(await foundPayloads('1.0', 'x')).to.deep.equal([lists[2]]);
      expect(await foundPayloads('1.1.7.0', 'x')).to.deep.equal([lists[2]]);
      expect(await foundPayloads('00', 'x')).to.deep.equal([lists[3]]);
      for (const path of ['-1', '-2', ' 0', '+0', '4294967296', '18446744073709551616', '0.0', 'length'])
        expect(await foundPayloads(path, 'x'), path).to.deep.equal([]);
    });

    it('by several values at once, ten keys deep', async () => {
      const deep = { a: { b: { c: { d: { e: { f: [{ h: [{ j: 1 }] }] } } } } } };
      await createPayloads([deep, { ...deep, x: 1 }, { x: 1 }]);
      const conditions = [
        { path: 'a.b.c.d.e.f.0.h.0.j'.split('.'), equals: 1 },
        { path: ['x'], equals: 1 },
      ];
      expect(await found({ payload: conditions })).to.have.length(1);
      const numbers = [[[[[[[[[['x']]]]]]]]]];
      await createPayloads([numbers]);
      expect(await foundPayloads('0.0.0.0.0.0.0.0.0.0', 'x')).to.deep.equal([numbers]);
    });

    it('the feed by the beginning of the worker, and above an id', async () => {
      const { repository, queries } = harness().store;
      for (let n = 0; n < 3; n += 1) await createJob(repository);
      await claimNext(repository, 'Host:1');
      await claimNext(repository, 'host:2');
      const all = (await queries.feed({}, 100)).events;
      expect((await queries.feed({ worker: 'Host' }, 10)).events).to.deep.equal(all.slice(1, 2));
      expect((await queries.feed({ worker: 'host:', type: 'claimed' }, 10)).events).to.deep.equal(all.slice(0, 1));
      expect((await queries.feed({ worker: '%' }, 10)).events).to.deep.equal([]);
      const since = all[3]?.id ?? 0;
      expect(await queries.feed({}, 10, { since })).to.deep.equal({ events: all.slice(0, 3), hasMore: false });
      expect(await queries.feed({}, 2, { since })).to.deep.equal({ events: all.slice(0, 2), hasMore: true });
      expect(await queries.feed({ type: 'created' }, 10, { since })).to.deep.include({ events: all.slice(2, 3) });
      expect(await queries.feed({}, 10, { since: all[0]?.id ?? 0 })).to.deep.equal({ events: [], hasMore: false });
    });

    it('the types that there are', async () => {
      const { repository, queries } = harness().store;
      expect(await queries.types(10)).to.deep.equal([]);
      for (const type of ['b', 'B', 'a', 'b', 'ä', 'a']) await createJob(repository, { type });
      expect([...(await queries.types(10))].sort()).to.deep.equal(['B', 'a', 'b', 'ä']);
      expect(await queries.types(2)).to.have.length(2);
    });
  });
}
