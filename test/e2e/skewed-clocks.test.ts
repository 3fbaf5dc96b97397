import { expect } from 'chai';
import { expectHealthyDatabase } from '../support/expect-healthy.js';
import { openStore } from '../support/open-store.js';
import { sharedPostgres } from '../support/postgres-server.js';
import { eventually, killPrograms, Program } from '../support/program.js';
import { runOn, type TestDatabase } from '../support/test-database.js';
import { createJob } from '../support/with-store.js';

const FIVE_MINUTES_MS = 300_000;
const JOBS = 40;

/** A worker on a host whose clock is that much ahead. */
function workerAt(offsetMs: number, environment: NodeJS.ProcessEnv): Program {
  const clock = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${offsetMs};`;
  return new Program(['worker'], environment, ['--import', 'tsx', '--import', clock, 'src/main.ts']);
}

describe('Workers on hosts whose clocks are ten minutes apart', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  before(async () => {
    database = await (await sharedPostgres()).createDatabase();
  });
  after(async () => {
    killPrograms();
    await database.drop();
  });

  it('run each job once, keep their leases and take back none of the other', async () => {
    const environment = {
      DATABASE_URL: database.url,
      JOB_DEMO_HANDLERS: 'true',
      JOB_WORKER_LEASE_SECONDS: '5',
      JOB_WORKER_CLEANUP_INTERVAL_SECONDS: '0.1',
      JOB_WORKER_LOG_LEVEL: 'error',
    };
    const workers = [-FIVE_MINUTES_MS, FIVE_MINUTES_MS].map((offsetMs) => workerAt(offsetMs, environment));
    const location = { kind: 'postgres', url: database.url } as const;
    const store = openStore(location);
    await store.migrations.latest();
    const payload = { sleep_seconds: 0.5 };
    await Promise.all(
      Array.from({ length: JOBS }, () => createJob(store.repository, { type: 'demo.success', payload })),
    );
    await eventually('all jobs to succeed', async () => {
      const { byStatus } = await store.queries.stats();
      return byStatus.succeeded === JOBS ? true : undefined;
    });
    await store.close();
    const claims = await runOn(
      database.url,
      `SELECT split_part(worker_id, ':', 2) AS pid, count(*)::int FROM jobs_jobevent WHERE type = 'claimed' GROUP BY 1`,
    );
    expect(claims.reduce((sum, { count }) => sum + Number(count), 0)).to.equal(JOBS);
    for (const worker of workers) {
      worker.signal('SIGTERM');
      expect(await worker.exited()).to.equal(0);
    }
    await expectHealthyDatabase(location);
  });
});
