import { expect } from 'chai';
import fc from 'fast-check';
import { expectHealthy } from '../support/expect-healthy.js';
import { memoryHarness, postgresHarness, sqliteHarness } from '../support/harnesses.js';
import { PROPERTY_SEED, propertyRuns, SEEDED } from '../support/property-seed.js';
import type { OpenHarness } from '../support/store-harness.js';
import { commands } from './store-commands.js';
import { StoreRun } from './store-run.js';

const STORES: Readonly<Record<string, OpenHarness>> = {
  memory: memoryHarness,
  SQLite: sqliteHarness,
  PostgreSQL: postgresHarness,
  'PostgreSQL, one call a statement': () => postgresHarness({ batchMax: 1 }),
};

describe('The stores', function () {
  this.timeout(600_000);

  it(`end in the same rows and events whatever is done to them ${SEEDED}`, async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const runs = await Promise.all(
          Object.entries(STORES).map(async ([name, open]) => {
            const harness = await open();
            try {
              const run = new StoreRun(harness.store);
              await run.run(sequence);
              await expectHealthy(harness.store);
              return { name, answers: run.answers, outcome: await run.outcome() };
            } finally {
              await harness.close();
            }
          }),
        );
        const [model, ...others] = runs;
        for (const { name, answers, outcome } of others) {
          expect(answers, name).to.deep.equal(model?.answers);
          expect(outcome, name).to.deep.equal(model?.outcome);
        }
      }),
      { seed: PROPERTY_SEED, numRuns: propertyRuns(12) },
    );
  });
});
