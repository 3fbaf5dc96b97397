import type { MigrateAction } from './command-line.js';

/** What the migrate command needs of the store. */
export interface MigratableStore {
  latest(): Promise<readonly string[]>;
  rollback(): Promise<readonly string[]>;
  status(): Promise<{ readonly applied: readonly string[]; readonly pending: readonly string[] }>;
}

/** @returns the lines to print */
export async function migrate(migrations: MigratableStore, action: MigrateAction): Promise<readonly string[]> {
  switch (action) {
    case 'latest':
      return report('Applied', await migrations.latest(), 'The schema is up to date');
    case 'rollback':
      return report('Took back', await migrations.rollback(), 'There is nothing to take back');
    case 'status': {
      const { applied, pending } = await migrations.status();
      return [...applied.map((name) => `applied  ${name}`), ...pending.map((name) => `pending  ${name}`)];
    }
  }
}

function report(verb: string, names: readonly string[], nothing: string): readonly string[] {
  return names.length === 0 ? [nothing] : names.map((name) => `${verb} ${name}`);
}
