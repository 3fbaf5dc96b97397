import { expect } from 'chai';
import { CLAIM } from '../../src/infrastructure/persistence/postgres/claim-jobs.js';
import { type BulkJobs, insertMany } from '../support/bulk-jobs.js';
import { nodesOf, type PlanNode, pagesOf } from '../support/query-plan.js';
import { type RawDatabase, rawPostgres } from '../support/raw-database.js';

const BACKLOG = 100_000;
const AHEAD = 50_000;
/** Pages that a claim of 8 may touch beyond one with nothing in its way: some more levels of the index, no more. */
const SLACK_PAGES = 40;

describe('the plan of a claim on PostgreSQL', function () {
  this.timeout(60_000);

  let database: RawDatabase;
  before(async () => {
    database = await rawPostgres();
    await database.open().migrations.latest();
    // Statistics come only where a test asks for them.
    for (const table of ['jobs_job', 'jobs_jobevent'])
      await database.sql(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  });
  after(() => database.close());

  async function fillWith(...groups: readonly BulkJobs[]): Promise<void> {
    await database.sql('TRUNCATE jobs_job, jobs_jobevent');
    for (const jobs of groups) await insertMany(database, jobs);
  }

  /** The plan of a claim of eight; `ANALYZE` carries it out as well. */
  async function planOfClaim(options = ''): Promise<PlanNode> {
    const workers = Array.from({ length: 8 }, (_, n) => `w${n}`);
    const [row] = await database.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON${options}) ${CLAIM}`,
      [workers, 30_000],
    );
    if (row === undefined) throw new Error('EXPLAIN gave no row');
    return row['QUERY PLAN'][0].Plan;
  }

  async function expectIndexOrder(): Promise<void> {
    const nodes = nodesOf(await planOfClaim());
    const locking = nodes.filter((node) => node['Node Type'] === 'LockRows').flatMap(nodesOf);
    expect(locking.map((node) => node['Node Type'])).to.deep.equal(['LockRows', 'Index Scan']);
    expect(locking[1]?.['Index Name']).to.equal('job_claim_idx');
    expect(nodes.map((node) => node['Node Type'])).not.to.include('Seq Scan');
  }

  it(`takes ${BACKLOG} queued jobs in the order of the index`, async () => {
    await fillWith({ count: BACKLOG });
    await expectIndexOrder(); // before anything is known of the rows
    await database.sql('ANALYZE jobs_job');
    await expectIndexOrder();
  });

  it('is the same where the statistics speak of an empty table', async () => {
    await fillWith();
    await database.sql('ANALYZE jobs_job');
    await fillWith({ count: BACKLOG });
    await expectIndexOrder();
  });

  it('touches as few pages behind exhausted and delayed jobs as without them', async () => {
    const pages: Record<string, number> = {};
    const claimable = { count: 1_000 };
    for (const [name, ahead] of Object.entries({
      nothing: { count: 0 },
      exhausted: { count: AHEAD, priority: 60, attempts: 3 },
      delayed: { count: AHEAD, priority: 70, availableInMs: 3_600_000 },
      'more of the same': { count: BACKLOG },
    })) {
      await fillWith(ahead, claimable);
      await database.sql('ANALYZE jobs_job');
      pages[name] = pagesOf(await planOfClaim(', ANALYZE, BUFFERS'));
      const [claimed] = await database.sql(`SELECT count(*)::int AS count FROM jobs_job WHERE status = 'running'`);
      expect(claimed, name).to.deep.equal({ count: 8 });
    }
    for (const [name, touched] of Object.entries(pages))
      expect(touched, name).to.be.at.most((pages.nothing ?? 0) + SLACK_PAGES);
  });
});
