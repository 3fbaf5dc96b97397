import type { Knex } from 'knex';
import { isPostgres } from '../knex-client.js';
import { untilFree } from '../sqlite/until-free.js';
import type { MigrationStatus, Migrations } from '../store.js';
import { asStoreError } from '../store-errors.js';
import { migrationNames, migrationSource } from './migration-source.js';

/** The database holds migrations that this program does not know. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError';

  constructor(readonly unknown: readonly string[]) {
    super(`The database is newer than this program: it has ${unknown.join(', ')}. Install the version that made it.`);
  }
}

/** Any number that no other user of the database takes: the lock exists to keep two migrators apart. */
const ADVISORY_LOCK = 7_236_015_492;

/**
 * How long a migration waits for a table. All who come after it wait with it, so that a backup or a forgotten
 * transaction must not stop the queue; the migration then fails, having changed nothing.
 */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * Migrations by Knex inside one transaction that takes a lock before anything else, so that any number of processes may
 * start at once: one migrates, the others wait and find nothing to do, and a killed one leaves nothing half-applied.
 * Knex's own lock row cannot do this: it is created after the first look at the ledger, and survives a crash.
 */
export class KnexMigrations implements Migrations {
  constructor(
    private readonly knex: Knex,
    private readonly lockTimeoutMs = LOCK_TIMEOUT_MS,
  ) {}

  async latest(): Promise<readonly string[]> {
    return this.#locked(async (trx) => {
      const [, applied] = (await trx.migrate.latest({ migrationSource })) as [number, string[]];
      return applied;
    });
  }

  async rollback(): Promise<readonly string[]> {
    return this.#locked(async (trx) => {
      const [, undone] = (await trx.migrate.rollback({ migrationSource })) as [number, string[]];
      return undone;
    });
  }

  async status(): Promise<MigrationStatus> {
    try {
      const inLedger = await ledger(this.knex);
      return {
        applied: inLedger.filter((name) => migrationNames.includes(name)),
        pending: migrationNames.filter((name) => !inLedger.includes(name)),
        unknown: inLedger.filter((name) => !migrationNames.includes(name)),
      };
    } catch (error) {
      throw asStoreError(error);
    }
  }

  async #locked<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.knex.transaction(async (trx) => {
        if (isPostgres(this.knex)) {
          await trx.raw('SELECT pg_advisory_xact_lock(?)', [ADVISORY_LOCK]);
          await trx.raw(`SET LOCAL lock_timeout = ${this.lockTimeoutMs}`);
        }
        // Knex begins deferred. This writes, and so takes SQLite's write lock, before anything is read.
        else await untilFree(() => trx.raw<void>('PRAGMA user_version = 0'));
        const unknown = (await ledger(trx)).filter((name) => !migrationNames.includes(name));
        if (unknown.length > 0) throw new DatabaseTooNewError(unknown);
        return work(trx);
      });
    } catch (error) {
      throw asStoreError(error);
    }
  }
}

async function ledger(knex: Knex): Promise<string[]> {
  if (!(await knex.schema.hasTable('knex_migrations'))) return [];
  const rows = await knex('knex_migrations').orderBy('id').select<{ readonly name: string }[]>('name');
  return rows.map(({ name }) => name);
}
