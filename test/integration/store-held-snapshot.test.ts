import { expect } from 'chai';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { expectHealthy } from '../support/expect-healthy.js';
import { type RawDatabase, rawPostgres } from '../support/raw-database.js';
import { createJob } from '../support/with-store.js';

const JOBS = 1_000;

describe('PostgreSQL under another session', function () {
  this.timeout(60_000);
  let database: RawDatabase;
  let store: Store;
  before(async () => {
    database = await rawPostgres();
    store = database.open();
    await store.migrations.latest();
  });
  after(() => database.close());

  async function drain(): Promise<number> {
    const workers = Array.from({ length: 20 }, (_, n) => `worker-${n}`);
    let done = 0;
    for (;;) {
      const claims = await store.repository.claim(workers, 60_000);
      if (claims.length === 0) return done;
      await Promise.all(claims.map(({ job, token }) => store.repository.settle(token, job.complete(null))));
      done += claims.length;
    }
  }

  it('that keeps an old snapshot open goes on, and every job runs once', async () => {
    const reader = await database.knex.transaction({ isolationLevel: 'repeatable read' });
    await reader.raw('SELECT count(*) FROM jobs_job');
    for (const round of [1, 2]) {
      await Promise.all(Array.from({ length: JOBS }, () => createJob(store.repository)));
      expect(await drain(), `round ${round}`).to.equal(JOBS);
    }
    const [row] = await reader('jobs_job').count<{ count: string }[]>();
    expect(row?.count).to.equal('0');
    await reader.rollback();
    await expectHealthy(store);
  });

  it('that changes the schema waits and goes on; nothing is lost and nobody fails', async () => {
    await Promise.all(Array.from({ length: JOBS }, () => createJob(store.repository)));
    const other = await database.knex.transaction();
    await other.raw('ALTER TABLE jobs_job ADD COLUMN passing integer');
    const drained = drain();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await other.rollback();
    expect(await drained).to.equal(JOBS);
    await expectHealthy(store);
  });
});
