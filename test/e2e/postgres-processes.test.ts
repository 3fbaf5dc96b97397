import { expect } from 'chai';
import { expectHealthyDatabase } from '../support/expect-healthy.js';
import { sharedPostgres } from '../support/postgres-server.js';
import { eventually, killPrograms, Program } from '../support/program.js';
import { runOn, type TestDatabase } from '../support/test-database.js';

const JOBS = 5_000;
const SETTINGS = {
  JOB_DEMO_HANDLERS: 'true',
  JOB_WORKER_THREADS: '8',
  JOB_WORKER_LEASE_SECONDS: '2',
  JOB_WORKER_CLEANUP_INTERVAL_SECONDS: '0.5',
  JOB_WORKER_BACKOFF_BASE_SECONDS: '0.2',
  LOG_LEVEL: 'warn',
  JOB_WORKER_LOG_LEVEL: 'error',
};

/** One job in ten is slow enough to be caught by a kill, one in ten fails at first, one in ten always. */
function jobOf(n: number): object {
  const priority = ((n * 7) % 11) - 5;
  switch (n % 10) {
    case 0:
      return { type: 'demo.success', payload: { sleep_seconds: 0.2 }, priority };
    case 1:
      return { type: 'demo.flaky', priority };
    case 2:
      return { type: 'demo.fail', priority, max_attempts: 2 };
    default:
      return { type: 'demo.success', payload: { sleep_seconds: 0 }, priority };
  }
}

describe('several processes on one PostgreSQL', function () {
  this.timeout(120_000);
  let database: TestDatabase;

  before(async () => {
    database = await (await sharedPostgres()).createDatabase();
  });

  after(async () => {
    killPrograms();
    await database.drop();
  });

  const count = async (condition: string) => {
    const [row] = await runOn(database.url, `SELECT count(*)::int AS count FROM jobs_job WHERE ${condition}`);
    return Number(row?.count);
  };

  it(`run ${JOBS} jobs of mixed priority to their ends although one worker is killed`, async () => {
    const environment = { ...SETTINGS, DATABASE_URL: database.url };
    const workers = [1, 2, 3].map(() => new Program(['worker'], environment));
    const api = new Program(['api'], environment);
    const address = await api.address();
    const numbers = Array.from({ length: JOBS }, (_, n) => n);
    const client = async () => {
      for (let n = numbers.pop(); n !== undefined; n = numbers.pop()) {
        const response = await fetch(`${address}api/jobs/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(jobOf(n)),
        });
        expect(response.status).to.equal(201);
        await response.arrayBuffer();
      }
    };
    const creating = Promise.all(Array.from({ length: 20 }, client));
    const [victim, ...others] = workers;
    await eventually('the victim to have jobs in the middle of the run', async () => {
      if ((await count(`status = 'succeeded'`)) < JOBS / 10) return undefined;
      // Held still, so that it ends none of them between the look and the kill; what it has sent is carried out first.
      victim?.signal('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 100));
      if ((await count(`status = 'running' AND locked_by LIKE '%:${victim?.pid}:%'`)) > 0) return true;
      victim?.signal('SIGCONT');
      return undefined;
    });
    victim?.signal('SIGKILL');
    await creating;
    for (let open = JOBS; open > 0; ) {
      const left = await eventually('progress', async () => {
        const now = await count(`status IN ('queued', 'running')`);
        return now < open ? now : undefined;
      });
      open = left;
    }

    expect(await count('true')).to.equal(JOBS);
    expect(await count(`status = 'running'`)).to.equal(0);
    expect(await count(`status = 'failed' AND type = 'demo.fail'`)).to.equal(JOBS / 10);
    expect(await count(`status = 'succeeded'`)).to.equal(JOBS - JOBS / 10);
    const [taken] = await runOn(
      database.url,
      `SELECT count(*)::int AS count FROM jobs_jobevent
       WHERE message = 'Lease expired' AND worker_id LIKE '%:${victim?.pid}:%'`,
    );
    expect(taken?.count).to.be.greaterThan(0);
    await expectHealthyDatabase({ kind: 'postgres', url: database.url });
    for (const program of [...others, api]) {
      program.signal('SIGTERM');
      expect(await program.exited()).to.equal(0);
      expect(program.errors).to.equal('');
    }
  });
});
