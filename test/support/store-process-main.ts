import knex, { type Knex } from 'knex';
import { KnexMigrations } from '../../src/infrastructure/persistence/migrations/knex-migrations.js';
import { sqliteKnexConfig } from '../../src/infrastructure/persistence/sqlite/open-sqlite.js';
import type { DatabaseLocation, Store } from '../../src/infrastructure/persistence/store.js';
import { draft } from './drafts.js';
import { openStore } from './open-store.js';

/** What a store process can be told to do. Results travel as JSON. */
const TASKS = {
  migrate: (store: Store) => store.migrations.latest(),

  /** Is killed with most of the schema made and nothing committed. */
  async dieMigrating(_: Store, location: DatabaseLocation) {
    const watched = knex(knexConfig(location));
    watched.on('query', ({ sql }: { sql: string }) => {
      if (sql.includes('job_event_job_id_idx')) process.kill(process.pid, 'SIGKILL');
    });
    return new KnexMigrations(watched).latest();
  },

  /** Claims and completes until nothing is left. */
  async drain({ repository }: Store): Promise<string[]> {
    const ids: string[] = [];
    for (;;) {
      const claims = await repository.claim([`${process.pid}-a`, `${process.pid}-b`, `${process.pid}-c`], 30_000);
      if (claims.length === 0) return ids;
      const answers = await Promise.all(
        claims.map(({ job, token }) => repository.settle(token, job.complete(process.pid))),
      );
      if (answers.includes('lost')) throw new Error('A claim was lost although nobody took it back');
      ids.push(...claims.map(({ job }) => job.id));
    }
  },

  /** Creates a job and claims it for ten seconds, by the clock of this process or whichever the store goes by. */
  async createAndClaim({ repository }: Store) {
    const { job } = await repository.create(draft({ type: 'clock.test' }));
    const claims = await repository.claim(['elsewhere'], 10_000);
    return { created: { ...job }, claimed: claims.map((claim) => ({ ...claim.job })), processNow: Date.now() };
  },
} satisfies Record<string, (store: Store, location: DatabaseLocation) => Promise<unknown>>;

export type StoreTasks = typeof TASKS;
export type StoreTask = keyof StoreTasks;

function knexConfig(location: DatabaseLocation): Knex.Config {
  if (location.kind === 'sqlite') return sqliteKnexConfig(location.path, 1);
  return { client: 'pg', connection: location.kind === 'postgres' ? location.url : '' };
}

async function perform(task: StoreTask, location: DatabaseLocation): Promise<unknown> {
  const store = openStore(location);
  try {
    return { result: await TASKS[task](store, location) };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? ` (${error.cause})` : '';
    return { error: `${error}${cause}` };
  } finally {
    await store.close();
  }
}

process.on('message', ({ task, location }: { task: StoreTask; location: DatabaseLocation }) => {
  void perform(task, location).then((answer) => process.send?.(answer));
});
process.send?.('ready');
