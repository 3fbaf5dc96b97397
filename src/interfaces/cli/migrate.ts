import type { MigrateAction } from './command-line.js';

/** What the migrate command needs of the store. */
export interface MigratableStore {
  latest(): Promise<readonly string[]>;
  rollback(): Promise<readonly string[]>;
  status(): Promise<MigrationNames>;
}

interface MigrationNames {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied by a newer version of the program. */
  readonly unknown: readonly string[];
}

/** What a command prints, and the code that it ends with. */
export interface CommandResult {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

export async function migrate(migrations: MigratableStore, action: MigrateAction): Promise<CommandResult> {
  switch (action) {
    case 'latest':
      return report('Applied', await migrations.latest(), 'The schema is up to date');
    case 'rollback':
      return report('Took back', await migrations.rollback(), 'There is nothing to take back');
    case 'status':
      return statusReport(await migrations.status());
  }
}

function report(verb: string, names: readonly string[], nothing: string): CommandResult {
  return { lines: names.length === 0 ? [nothing] : names.map((name) => `${verb} ${name}`), exitCode: 0 };
}

/** A database that this program would refuse to work with is a failure. */
function statusReport({ applied, pending, unknown }: MigrationNames): CommandResult {
  const lines = [
    ...applied.map((name) => `applied  ${name}`),
    ...pending.map((name) => `pending  ${name}`),
    ...unknown.map((name) => `unknown  ${name} (made by a newer version)`),
  ];
  return { lines, exitCode: unknown.length > 0 ? 1 : 0 };
}
