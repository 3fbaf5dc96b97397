import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import {
  DatabaseTooNewError,
  KnexMigrations,
} from '../../src/infrastructure/persistence/migrations/knex-migrations.js';
import { migrationSource } from '../../src/infrastructure/persistence/migrations/migration-source.js';
import { type RawDatabase, rawPostgres, rawSqlite } from '../support/raw-database.js';
import { insertEvent, insertJob } from '../support/raw-rows.js';
import { rejection } from '../support/rejection.js';
import { StoreProcess } from '../support/store-process.js';

const PROCESSES = 20;
const NAMES = ['001-jobs', '002-large-queues', '003-finished-jobs'];
/** What stands in for a future migration's name. */
const FUTURE = '999-of-a-later-version';

describe('migrations', function () {
  this.timeout(60_000);

  let processes: StoreProcess[] = [];
  before(async () => {
    processes = await StoreProcess.startMany(PROCESSES);
  });
  after(() => Promise.all(processes.map((each) => each.kill())));

  for (const { name, openDatabase } of [
    { name: 'PostgreSQL', openDatabase: rawPostgres },
    { name: 'SQLite', openDatabase: rawSqlite },
  ]) {
    describe(`on ${name}`, () => {
      let database: RawDatabase;
      beforeEach(async () => {
        database = await openDatabase();
      });
      afterEach(() => database.close());

      async function tableNames(): Promise<unknown[]> {
        const rows = await database.sql(
          name === 'SQLite'
            ? `SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'`
            : `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
        );
        return rows.map((row) => row.name);
      }

      async function expectWholeSchema(): Promise<void> {
        const ledger = await database.sql('SELECT name FROM knex_migrations ORDER BY id');
        expect(ledger.map((row) => row.name)).to.deep.equal(NAMES);
        expect(await database.open().queries.stats()).to.include({ total: 0 });
      }

      it(`are run once by ${PROCESSES} processes at the same time`, async () => {
        const answers = await Promise.allSettled(processes.map((each) => each.run('migrate', database.location)));
        const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []));
        expect(failures).to.deep.equal([]);
        const applied = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
        expect(applied).to.deep.equal(NAMES);
        await expectWholeSchema();
      });

      it('leave nothing half-made when their process is killed, and run at the next start', async () => {
        const victim = await StoreProcess.start();
        const error = await rejection(victim.run('dieMigrating', database.location));
        expect(error.message).to.equal('The process ended');
        expect(await tableNames()).to.deep.equal([]);
        expect(await database.open().migrations.latest()).to.deep.equal(NAMES);
        await expectWholeSchema();
      });

      it('can be taken back and run again', async () => {
        const { migrations } = database.open();
        expect(await migrations.status()).to.deep.equal({ applied: [], pending: NAMES, unknown: [] });
        expect(await migrations.rollback()).to.deep.equal([]);
        expect(await migrations.latest()).to.deep.equal(NAMES);
        expect(await migrations.latest()).to.deep.equal([]);
        expect(await migrations.status()).to.deep.equal({ applied: NAMES, pending: [], unknown: [] });
        expect(await migrations.rollback()).to.deep.equal([...NAMES].reverse());
        expect(await migrations.status()).to.deep.equal({ applied: [], pending: NAMES, unknown: [] });
        expect(await migrations.latest()).to.deep.equal(NAMES);
        await expectWholeSchema();
      });

      it('keep the jobs and events of an earlier version, on the way up and back', async () => {
        await database.knex.migrate.up({ migrationSource }); // the first migration alone
        const { id } = await insertJob(database, { payload: JSON.stringify({ kept: true }) });
        await insertEvent(database, id, { message: 'kept' });
        const tables = ['jobs_job', 'jobs_jobevent'];
        const rows = () => Promise.all(tables.map((table) => database.sql(`SELECT * FROM ${table}`)));
        const before = await rows();
        const { migrations } = database.open();
        expect(await migrations.latest()).to.deep.equal(NAMES.slice(1));
        expect(await rows()).to.deep.equal(before);
        await rejection(insertEvent(database, randomUUID()));
        expect(await migrations.rollback()).to.deep.equal(NAMES.slice(1).reverse());
        expect(await rows()).to.deep.equal(before);
        await rejection(insertEvent(database, randomUUID()));
        await database.sql('DELETE FROM jobs_job WHERE id = ?', [id]);
        expect(await rows()).to.deep.equal([[], []]);
      });

      it('leave a database alone that is newer than the program, and say so', async () => {
        const { migrations } = database.open();
        await migrations.latest();
        await database.sql(`INSERT INTO knex_migrations (name, batch) VALUES ('${FUTURE}', 2)`);
        for (const attempt of [migrations.latest(), migrations.rollback()]) {
          const error = await rejection(attempt);
          expect(error).to.be.instanceOf(DatabaseTooNewError);
          expect(error.message)
            .to.match(/newer than this program/)
            .and.include(FUTURE);
        }
        expect(await migrations.status()).to.deep.equal({ applied: NAMES, pending: [], unknown: [FUTURE] });
      });
    });
  }

  it('give up on a table that somebody else uses, and change nothing', async () => {
    const database = await rawPostgres();
    await database.knex.migrate.up({ migrationSource });
    const reading = await database.knex.transaction();
    await reading.raw('SELECT count(*) FROM jobs_job');
    const error = await rejection(new KnexMigrations(database.knex, 50).latest());
    expect(error).to.be.instanceOf(StoreUnavailableError);
    expect(String(error.cause)).to.include('lock timeout');
    await reading.rollback();
    expect((await database.open().migrations.status()).pending).to.deep.equal(NAMES.slice(1));
    await database.close();
  });
});
