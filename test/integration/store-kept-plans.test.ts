import { expect } from 'chai';
import { Database } from '../../src/infrastructure/persistence/database.js';
import { KeptPlans } from '../../src/infrastructure/persistence/postgres/kept-plans.js';
import { draft } from '../support/drafts.js';
import { eventually } from '../support/eventually.js';
import { type PostgresLocation, type RawDatabase, rawPostgres } from '../support/raw-database.js';
import { rejection } from '../support/rejection.js';
import { LEASE_MS } from '../support/with-store.js';

const ANSWER = 'SELECT ?::int + 1 AS answer';
const PREPARED = 'SELECT name, statement FROM pg_prepared_statements';

describe('plans that PostgreSQL keeps', () => {
  let raw: RawDatabase<PostgresLocation>;
  beforeEach(async () => {
    raw = await rawPostgres();
  });
  afterEach(() => raw.close());

  /** On one connection, so that it can be told what is prepared there. */
  function database(plans = new KeptPlans()): Database {
    raw.knex.client.pool.max = 1;
    return new Database(raw.knex, (query) => query('BEGIN'), undefined, plans);
  }

  it('are those of single statements, by a name that says which', async () => {
    const plans = new KeptPlans();
    const asked = database(plans);
    for (const value of [1, 2]) expect(await asked.query(ANSWER, [value])).to.deep.equal([{ answer: value + 1 }]);
    await asked.transaction((query) => query('SELECT 1'));
    expect(await asked.transaction((query) => query(PREPARED))).to.deep.equal([
      { name: plans.nameOf(ANSWER), statement: 'SELECT $1::int + 1 AS answer' },
    ]);
    expect(plans.nameOf('SELECT 1')).not.to.equal(plans.nameOf(ANSWER));
  });

  it('are done without where a pooler has lost a statement', async () => {
    const plans = new KeptPlans();
    const asked = database(plans);
    await asked.query(ANSWER, [1]);
    await raw.sql('DEALLOCATE ALL');
    for (const value of [1, 2]) expect(await asked.query(ANSWER, [value])).to.deep.equal([{ answer: value + 1 }]);
    expect(plans.nameOf(ANSWER)).to.equal(undefined);
    expect(await raw.sql(PREPARED)).to.deep.equal([]);
  });

  it('are done without where a pooler hands on a connection on which somebody else has prepared it', async () => {
    const plans = new KeptPlans();
    await raw.sql(`PREPARE ${plans.nameOf(ANSWER)} (int) AS SELECT $1 + 1 AS answer`);
    expect(await database(plans).query(ANSWER, [1])).to.deep.equal([{ answer: 2 }]);
    expect(plans.nameOf(ANSWER)).to.equal(undefined);
  });

  it('are kept after a failure of the statement itself', async () => {
    const plans = new KeptPlans();
    const asked = database(plans);
    await rejection(asked.query('SELECT 1 / ?::int', [0]));
    expect(await asked.query(ANSWER, [1])).to.deep.equal([{ answer: 2 }]);
    expect(plans.nameOf(ANSWER)).to.be.a('string');
  });

  it('are made anew after a second', async () => {
    const plans = new KeptPlans();
    const connection = {};
    expect([plans.areStale(connection), plans.areStale(connection)]).to.deep.equal([false, false]);
    await eventually(() => plans.areStale(connection));
    expect(plans.areStale(connection)).to.equal(false);
  });

  it('survive a column that is added under a running worker', async () => {
    const store = raw.open({ poolMax: 1, wakeUp: 'notify' });
    await store.migrations.latest();
    const workOff = async () => {
      await store.repository.create(draft());
      const [claim] = await store.repository.claim(['worker-1'], LEASE_MS);
      return claim && store.repository.settle(claim.token, { type: 'succeeded', result: null });
    };
    expect(await workOff()).to.equal('written');
    await raw.sql('ALTER TABLE jobs_job ADD COLUMN of_a_later_version integer');
    expect(await workOff()).to.equal('written');
  });
});
