import { expect } from 'chai';
import { type Check, Diagnose } from '../../src/application/queries/diagnose.js';
import type { DatabaseLocation, Store } from '../../src/infrastructure/persistence/store.js';
import { openStore } from './open-store.js';

/** By far longer than any lease of a test may be overdue. */
const STUCK_AFTER_MS = 60_000;

export async function diagnose(store: Pick<Store, 'inspection' | 'migrations'>): Promise<readonly Check[]> {
  const settings = { stuckAfterMs: STUCK_AFTER_MS, hostNow: () => Date.now() };
  return new Diagnose(store.inspection, store.migrations, settings).execute();
}

/** What the doctor says of a store, without what is as it must be. */
export function complaints(checks: readonly Check[]): readonly string[] {
  return checks.flatMap(({ name, findings }) =>
    findings.map(({ level, message, jobs }) => `${level} ${name}: ${message} ${jobs?.examples.join(' ') ?? ''}`.trim()),
  );
}

/** Fails with all problems that the doctor finds. Warnings are left out: after a burst of work, vacuum is yet to come. */
export async function expectHealthy(store: Pick<Store, 'inspection' | 'migrations'>): Promise<void> {
  const problems = complaints(await diagnose(store)).filter((complaint) => complaint.startsWith('problem'));
  expect(problems).to.deep.equal([]);
}

/** The same for a database that no store of the test is open on. */
export async function expectHealthyDatabase(location: DatabaseLocation): Promise<void> {
  const store = openStore(location, { readOnly: true });
  try {
    await expectHealthy(store);
  } finally {
    await store.close();
  }
}
