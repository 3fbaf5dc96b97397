import { expect } from 'chai';
import { Database } from '../../src/infrastructure/persistence/database.js';
import { InMemoryInspection } from '../../src/infrastructure/persistence/in-memory-inspection.js';
import { InMemoryJobTable } from '../../src/infrastructure/persistence/in-memory-job-table.js';
import { expectedSchema } from '../../src/infrastructure/persistence/migrations/expected-schema.js';
import { BEGIN_INSPECTION } from '../../src/infrastructure/persistence/postgres/inspect-postgres.js';
import { complaints, diagnose, expectHealthy } from '../support/expect-healthy.js';
import { NO_MIGRATIONS } from '../support/no-migrations.js';
import { type RawDatabase, rawPostgres, rawSqlite } from '../support/raw-database.js';
import { insertEvent, insertJob, instant } from '../support/raw-rows.js';
import { rejection } from '../support/rejection.js';
import { claimNext, createJob } from '../support/with-store.js';

/** A name that the database gives by itself, and that no migration speaks of. */
const UNNAMED = /_pkey$|^sqlite_autoindex|_not_null$|_fkey$/;

for (const [name, open, dialect] of [
  ['PostgreSQL', rawPostgres, 'postgresql'],
  ['SQLite', rawSqlite, 'sqlite3'],
] as const) {
  describe(`The doctor on ${name}`, () => {
    let database: RawDatabase;
    beforeEach(async () => {
      database = await open();
    });
    afterEach(() => database.close());

    const migrated = async () => {
      const store = database.open();
      await store.migrations.latest();
      return store;
    };

    it('says which migrations are missing, and looks at nothing else', async () => {
      const checks = await diagnose(database.open());
      expect(checks.map(({ name: check }) => check)).to.deep.equal(['migrations']);
      expect(complaints(checks)[0]).to.equal('problem migrations: 001-jobs is not applied');
    });

    it('finds nothing in thousands of jobs in every status', async () => {
      const store = await migrated();
      await Promise.all(Array.from({ length: 2_500 }, () => createJob(store.repository)));
      for (const end of ['succeeded', 'failed', 'retry_scheduled', 'running'] as const) {
        const { job, token } = await claimNext(store.repository, `worker-${end}`);
        if (end === 'running') continue;
        const outcome = {
          succeeded: job.complete('done'),
          failed: job.failPermanently('broken'),
          retry_scheduled: job.interrupt('cut off'),
        }[end];
        await store.repository.settle(token, outcome);
      }
      await expectHealthy(store);
      const jobs = (await diagnose(store)).find((check) => check.name === 'jobs');
      expect(jobs?.subject).to.equal('2500 jobs, 2507 events');
    });

    it('reads a history of many pages', async () => {
      const store = await migrated();
      await Promise.all([createJob(store.repository), createJob(store.repository), createJob(store.repository)]);
      const { token } = await claimNext(store.repository);
      await database.sql(
        `INSERT INTO jobs_jobevent (job_id, type, attempt, worker_id, created_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
         SELECT job_id, 'progress', attempt, worker_id, created_at FROM jobs_jobevent, n WHERE type = 'claimed'`,
      );
      await expectHealthy(store);
      await database.sql(
        `INSERT INTO jobs_jobevent (job_id, type, attempt, worker_id, created_at)
         SELECT job_id, 'progress', attempt, 'another', created_at FROM jobs_jobevent WHERE type = 'claimed'`,
      );
      expect(complaints(await diagnose(store))).to.deep.equal([
        `problem jobs: an event of another attempt or worker than the claim it follows ${token.jobId}`,
      ]);
    });

    it('finds what raw SQL has done to the rows', async () => {
      const store = await migrated();
      const { id: unborn } = await insertJob(database);
      const { id: twice } = await insertJob(database);
      await insertEvent(database, twice);
      await insertEvent(database, twice);
      const hour = instant(database, Date.now() - 3_600_000);
      const lock = { status: 'running', attempts: 1, locked_by: 'gone', locked_until: hour };
      const { id: stuck } = await insertJob(database, lock);
      await insertEvent(database, stuck);
      await insertEvent(database, stuck, { type: 'claimed', attempt: 1, worker_id: 'gone' });
      expect(complaints(await diagnose(store))).to.have.members([
        `problem jobs: a history that does not begin with created ${unborn}`,
        `problem jobs: a history that leads to another status, attempt or owner than the row has ${unborn}`,
        `problem jobs: an event that the state machine does not allow ${twice}`,
        `problem jobs: a lease that ran out and that nobody took back ${stuck}`,
      ]);
    });

    it('misses what was dropped', async () => {
      const store = await migrated();
      await database.sql('DROP INDEX job_timeout_idx');
      await database.sql(`DROP TRIGGER jobs_jobevent_no_update ${name === 'SQLite' ? '' : 'ON jobs_jobevent'}`);
      expect(complaints(await diagnose(store))).to.have.members([
        'problem schema: index job_timeout_idx is missing',
        'problem schema: trigger jobs_jobevent_no_update is missing',
      ]);
    });

    it('expects exactly what the migrations leave behind', async () => {
      await migrated();
      const expected = await expectedSchema(dialect);
      expect(expected).to.include.members(['index job_claim_idx', 'constraint job_status_valid_shape']);
      const found = await database.sql<{ name: string }>(
        name === 'SQLite'
          ? `SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger')`
          : `SELECT relname AS name FROM pg_class WHERE relkind = 'i' AND relname LIKE 'job%'
             UNION ALL SELECT conname FROM pg_constraint WHERE conrelid IN ('jobs_job'::regclass, 'jobs_jobevent'::regclass)
             UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal`,
      );
      const names = new Set(expected.map((each) => each.split(' ')[1]));
      for (const { name: one } of found)
        if (!UNNAMED.test(one) && !/migrations/.test(one)) expect(names).to.include(one);
    });
  });
}

describe('The doctor on PostgreSQL, where the database has more to tell', () => {
  let database: RawDatabase;
  before(async () => {
    database = await rawPostgres();
    await database.open().migrations.latest();
  });
  after(() => database.close());

  it('sees what is there and not in force, and that autovacuum is off', async () => {
    await database.sql('ALTER TABLE jobs_jobevent SET (autovacuum_enabled = false)');
    await database.sql('ALTER TABLE jobs_jobevent DISABLE TRIGGER jobs_jobevent_no_update');
    await database.sql('ALTER TABLE jobs_job DROP CONSTRAINT job_attempts_valid');
    await database.sql('ALTER TABLE jobs_job ADD CONSTRAINT job_attempts_valid CHECK (attempts >= 0) NOT VALID');
    await database.sql(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'job_claim_idx'::regclass`);
    expect(complaints(await diagnose(database.open()))).to.have.members([
      'problem schema: index job_claim_idx is there but not in force',
      'problem schema: constraint job_attempts_valid is there but not in force',
      'problem schema: trigger jobs_jobevent_no_update is there but not in force',
      'problem upkeep: Autovacuum is off for jobs_jobevent',
    ]);
  });

  it('cannot write, whatever it is asked', async () => {
    const reading = new Database(database.knex, (query) => query(BEGIN_INSPECTION));
    const error = await rejection(reading.transaction((query) => query('UPDATE jobs_job SET priority = 1')));
    expect(error).to.have.nested.property('cause.code', '25006');
  });
});

describe('The doctor on memory', () => {
  it('follows the histories there too, and tells how far the clocks are apart', async () => {
    const table = new InMemoryJobTable();
    const inspection = new InMemoryInspection(table);
    table.append({
      jobId: 'gone',
      type: 'created',
      attempt: 0,
      workerId: null,
      message: '',
      data: {},
      createdAt: 0,
    });
    const store = { inspection, migrations: NO_MIGRATIONS };
    expect(complaints(await diagnose(store))).to.deep.equal(['problem jobs: an event without its job gone']);
    inspection.now = async () => Date.now() - 300_000;
    expect(complaints(await diagnose(store))[0]).to.match(/^warning clock: .* 300\d{3} ms behind that of this host$/);
  });
});
