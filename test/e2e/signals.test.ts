import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { expectHealthy } from '../support/expect-healthy.js';
import { openStore } from '../support/open-store.js';
import { eventually, killPrograms, Program } from '../support/program.js';
import { createJob, eventTypes, row } from '../support/with-store.js';

const SETTINGS = {
  JOB_WORKER_HANDLERS: 'test/support/thread-handlers.mjs',
  JOB_DEMO_HANDLERS: 'true',
  JOB_WORKER_THREADS: '1',
  JOB_WORKER_LEASE_SECONDS: '2',
  JOB_WORKER_CLEANUP_INTERVAL_SECONDS: '0.2',
  JOB_WORKER_BACKOFF_BASE_SECONDS: '0',
  JOB_WORKER_SHUTDOWN_GRACE_SECONDS: '1',
  JOB_WORKER_LOG_LEVEL: 'error',
  LOG_LEVEL: 'error',
};

describe('A worker process and real signals', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-signals-'));
  let store: Store;
  let environment: NodeJS.ProcessEnv;
  let files = 0;

  beforeEach(async () => {
    files += 1;
    const path = join(folder, `${files}.db`);
    environment = { ...SETTINGS, DATABASE_URL: `sqlite:${path}` };
    store = openStore({ kind: 'sqlite', path });
    await store.migrations.latest();
  });
  afterEach(async () => {
    killPrograms();
    await expectHealthy(store);
    await store.close();
  });
  after(() => rmSync(folder, { recursive: true }));

  const running = async (type: string, payload: object) => {
    const { id } = await createJob(store.repository, { type, payload: { ...payload } });
    const worker = new Program(['worker'], environment);
    await eventually('the job to run', async () => ((await row(store, id)).status === 'running' ? true : undefined));
    return { id, worker };
  };

  it('gives back at the end of the grace time what a thread has not finished, after five TERMs too', async () => {
    const { id, worker } = await running('thread.burn', { ms: 60_000 });
    for (let n = 0; n < 5; n += 1) worker.signal('SIGTERM');
    expect(await worker.exited()).to.equal(0);
    const job = await row(store, id);
    expect(job).to.deep.include({ status: 'queued', lockedBy: null, lastError: 'Worker shut down' });
    expect(job.availableAt).to.equal(job.updatedAt);
    expect((await eventTypes(store, id)).at(-1)).to.equal('retry_scheduled');
    expect(worker.errors).to.equal('');
  });

  it('finishes within the grace time what it can', async () => {
    const { id, worker } = await running('demo.success', { sleep_seconds: 0.5 });
    worker.signal('SIGINT');
    expect(await worker.exited()).to.equal(0);
    expect((await row(store, id)).status).to.equal('succeeded');
  });

  it('leaves its job to the lease when it is killed, and the next worker runs it again', async () => {
    const { id, worker } = await running('demo.success', { sleep_seconds: 1 });
    worker.signal('SIGKILL');
    expect(await worker.exited()).to.equal('SIGKILL');
    expect((await row(store, id)).status).to.equal('running');
    const next = new Program(['worker'], environment);
    await eventually('the job to succeed', async () =>
      (await row(store, id)).status === 'succeeded' ? true : undefined,
    );
    expect(await eventTypes(store, id)).to.include('timeout_requeued');
    next.signal('SIGTERM');
    expect(await next.exited()).to.equal(0);
  });

  it('finds its claim lost when it was stopped for longer than its lease, and changes nothing', async () => {
    const { id, worker } = await running('demo.success', { sleep_seconds: 1 });
    // Not in the middle of a write: who is stopped there keeps the lock of the file, and with it everybody else.
    await eventually('the handler to sleep', async () =>
      (await eventTypes(store, id)).includes('lease_renewed') ? true : undefined,
    );
    worker.signal('SIGSTOP');
    const next = new Program(['worker'], environment);
    await eventually('the job to succeed', async () =>
      (await row(store, id)).status === 'succeeded' ? true : undefined,
    );
    const before = [await row(store, id), await eventTypes(store, id)];
    worker.signal('SIGCONT');
    for (const program of [worker, next]) {
      program.signal('SIGTERM');
      expect(await program.exited()).to.equal(0);
    }
    expect([await row(store, id), await eventTypes(store, id)]).to.deep.equal(before);
    expect((await row(store, id)).attempts).to.equal(2);
  });
});
