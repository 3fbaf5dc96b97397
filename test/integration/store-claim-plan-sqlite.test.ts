import { expect } from 'chai';
import { CLAIMABLE } from '../../src/infrastructure/persistence/sqlite/sqlite-job-statements.js';
import { type RawDatabase, rawSqlite } from '../support/raw-database.js';

const BACKLOG = 20_000;

describe('the plan of a claim on SQLite', () => {
  let database: RawDatabase;
  before(async () => {
    database = await rawSqlite();
    await database.open().migrations.latest();
  });
  after(() => database.close());

  async function expectIndexOrder(): Promise<void> {
    const plan = await database.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${CLAIMABLE}`, [Date.now(), 8]);
    const steps = plan.map(({ detail }) => detail);
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).to.deep.equal([]);
    const jobSteps = steps.filter((step) => /(SCAN|SEARCH) (job|jobs_job)\b/.test(step));
    expect(jobSteps).to.have.length(3);
    for (const step of jobSteps) expect(step).to.match(/^SEARCH .*job_claim_idx/);
    expect(jobSteps.at(-1)).to.include('(priority=? AND available_at<?)');
  }

  it('takes the jobs in the order of the index, with and without statistics', async () => {
    await expectIndexOrder();
    await database.sql(
      `INSERT INTO jobs_job (id, type, priority, available_at, created_at, updated_at)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
       SELECT 'job-' || n, 'bulk.job', n % 3, n, n, n FROM n`,
      [BACKLOG],
    );
    await expectIndexOrder();
    await database.sql('ANALYZE');
    await expectIndexOrder();
  });
});
