import { expect } from 'chai';
import fc from 'fast-check';
import { expectHealthy } from '../../support/expect-healthy.js';
import { memoryHarness, postgresHarness, sqliteHarness } from '../../support/harnesses.js';
import { PROPERTY_SEED, propertyRuns, SEEDED } from '../../support/property-seed.js';
import { type ApiHarness, openApi } from '../api-harness.js';
import { type Essence, essencesOf, exchange } from './exchange.js';
import { type FuzzedRequest, mangled, requests, toBytes, wound } from './requests.js';

const STORES = { memory: memoryHarness, SQLite: sqliteHarness, PostgreSQL: postgresHarness };
/** So that a request that was never finished is given up within a test. */
const TIMEOUTS = { headersMs: 200, requestMs: 300, keepAliveMs: 100 };
const GIVEN_UP = 408;
const JSON_TYPE = /^application\/(problem\+)?json(; charset=utf-8)?$/;

describe('REST API, fuzzed', function () {
  this.timeout(3_600_000);
  let apis: readonly ApiHarness[] = [];
  let ids: string[][] = [];
  const counts = new Map<number, number>();

  before(async () => {
    apis = await Promise.all(
      Object.values(STORES).map((open) => openApi(open, { timeouts: TIMEOUTS, settings: { store: 'memory' } })),
    );
    ids = await Promise.all(
      apis.map(async (api) => {
        const answers = [];
        for (const type of ['a.b', 'c.d', 'e.f']) answers.push(await api.create({ type }));
        return answers.map(({ json }) => String(json.id));
      }),
    );
    // One that can be retried.
    for (const { store } of apis) {
      const [claim] = await store.repository.claim(['w'], 60_000);
      if (claim !== undefined) await store.repository.settle(claim.token, claim.job.failPermanently('broken'));
    }
  });

  after(async () => {
    for (const api of apis) {
      await expectHealthy(api.store);
      expect(api.logger.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
      await api.close();
    }
    if (process.env.PROPERTY_RUNS !== undefined) console.log('answers by status', Object.fromEntries(counts));
  });

  /** Sends the same to all three, which must answer alike. */
  async function send(bytesFor: (place: number) => Buffer): Promise<readonly Essence[]> {
    const answers = await Promise.all(
      apis.map(async ({ port }, place) => essencesOf(await exchange(port, bytesFor(place)))),
    );
    // A machine that stands still for a moment may have one server give up what the others do not.
    const isGivenUp = answers.flat().some(({ status }) => status === GIVEN_UP);
    for (const [place, name] of Object.keys(STORES).entries())
      if (!isGivenUp) expect(answers[place], name).to.deep.equal(answers[0]);
    for (const answer of answers[0] ?? []) {
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      expect(answer.status).to.be.below(500);
      if (answer.body !== undefined) expect(answer.type).to.match(JSON_TYPE);
    }
    return answers[0] ?? [];
  }

  const bytesOf = (request: FuzzedRequest) => (place: number) => toBytes(request, (n) => ids[place]?.[n] ?? '');

  it(`answers whatever comes as HTTP, in JSON and alike on all stores ${SEEDED}`, async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const answers = await send(bytesOf(request));
        expect(answers).to.have.length(1);
      }),
      { seed: PROPERTY_SEED, numRuns: propertyRuns(400) },
    );
  });

  it(`lives through bytes that were lost, changed or put in ${SEEDED}`, async () => {
    await fc.assert(
      fc.asyncProperty(mangled, async ({ request, wounds }) => {
        await send((place) => wound(bytesOf(request)(place), wounds));
      }),
      { seed: PROPERTY_SEED, numRuns: propertyRuns(80) },
    );
  });
});
