import { expect } from 'chai';
import { settleSql } from '../../src/infrastructure/persistence/postgres/settle-claims.js';
import { touchSql } from '../../src/infrastructure/persistence/postgres/touch-claims.js';
import { insertMany } from '../support/bulk-jobs.js';
import { nodesOf, type PlanNode } from '../support/query-plan.js';
import { type RawDatabase, rawPostgres } from '../support/raw-database.js';

const JOBS = 20_000;

for (const [name, statement] of Object.entries({
  settle: settleSql('SKIP LOCKED', 'id'),
  'renewal or report': touchSql('SKIP LOCKED'),
})) {
  describe(`the plan of a ${name} on PostgreSQL`, () => {
    let database: RawDatabase;
    before(async () => {
      database = await rawPostgres();
      await database.open().migrations.latest();
      // Statistics come only where a test asks for them.
      await database.sql('ALTER TABLE jobs_job SET (autovacuum_enabled = false)');
    });
    after(() => database.close());

    async function expectLookupsByKey(): Promise<void> {
      const [row] = await database.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${statement}`, [
        '[]',
      ]);
      const indexes = nodesOf(row?.['QUERY PLAN'][0].Plan as PlanNode).flatMap((node) => node['Index Name'] ?? []);
      expect(indexes).to.deep.equal(['jobs_job_pkey', 'jobs_job_pkey']);
    }

    it('finds jobs by their ids alone, whatever the statistics say', async () => {
      await insertMany(database, { count: JOBS });
      await expectLookupsByKey();
      await database.sql('ANALYZE jobs_job'); // no job is running: an index by status would promise to be empty
      await expectLookupsByKey();
      await database.sql(`UPDATE jobs_job SET status = 'running', locked_by = 'w', locked_until = now()`);
      await expectLookupsByKey();
      await database.sql('ANALYZE jobs_job');
      await expectLookupsByKey();
    });
  });
}
