import { expect } from 'chai';
import { expectHealthyDatabase } from '../support/expect-healthy.js';
import { type OwnPostgresServer, startPostgres } from '../support/postgres-server.js';
import { eventually, killPrograms, Program } from '../support/program.js';
import { runOn, type TestDatabase } from '../support/test-database.js';

/** `OUTAGE_SECONDS=60` for the long form. */
const OUTAGE_MS = Number(process.env.OUTAGE_SECONDS ?? 2) * 1_000;
const RECOVERED_WITHIN_MS = 5_000;

const SETTINGS = {
  JOB_DEMO_HANDLERS: 'true',
  JOB_WORKER_LEASE_SECONDS: '2',
  JOB_WORKER_CLEANUP_INTERVAL_SECONDS: '0.5',
  LOG_LEVEL: 'info',
  JOB_WORKER_LOG_LEVEL: 'error',
};

describe('Processes whose database goes away', function () {
  this.timeout(60_000 + OUTAGE_MS);
  let server: OwnPostgresServer;
  let database: TestDatabase;

  before(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
  });
  afterEach(killPrograms);
  after(async () => {
    await server.stop();
  });

  const create = async (address: string) =>
    fetch(`${address}api/jobs/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'demo.success', payload: { sleep_seconds: 0 } }),
    });
  const statusOf = async (id: string) =>
    (await runOn(database.url, `SELECT status FROM jobs_job WHERE id = '${id}'`))[0]?.status;
  const idOf = async (answer: Response) => String(((await answer.json()) as { id: string }).id);
  const succeeded = (id: string) =>
    eventually('the job to succeed', async () => ((await statusOf(id)) === 'succeeded' ? true : undefined));

  it(`answer 503 for ${OUTAGE_MS / 1_000} s, and work again within 5 s of its return, the same processes`, async () => {
    const environment = { ...SETTINGS, DATABASE_URL: database.url };
    const api = new Program(['api'], environment);
    const address = await api.address();
    // One connection for everything that this worker does.
    const worker = new Program(['worker'], { ...environment, DATABASE_POOL_MAX: '1' });
    await succeeded(await idOf(await create(address)));

    await server.halt('immediate');
    const over = performance.now() + OUTAGE_MS;
    while (performance.now() < over) {
      const answers = await Promise.all([create(address), fetch(`${address}api/health/`)]);
      expect(answers.map(({ status }) => status)).to.deep.equal([503, 503]);
      expect(answers[0].headers.get('retry-after')).to.equal('5');
    }
    await server.resume();
    const backAt = performance.now();
    const created = await eventually('a job to be stored', async () => {
      const answer = await create(address);
      return answer.status === 201 ? answer : undefined;
    });
    await succeeded(await idOf(created));
    expect(performance.now() - backAt).to.be.below(RECOVERED_WITHIN_MS);

    for (const program of [api, worker]) {
      program.signal('SIGTERM');
      expect(await program.exited()).to.equal(0);
      expect(program.errors).to.equal('');
    }
    await expectHealthyDatabase({ kind: 'postgres', url: database.url });
  });
});
