import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { expectHealthyDatabase } from '../support/expect-healthy.js';
import { eventually, killPrograms, Program } from '../support/program.js';
import { buildPage } from '../support/built-page.js';

const folder = mkdtempSync(join(tmpdir(), 'leasehold-e2e-'));
const PATH = join(folder, 'new', 'jobs.db');
const SQLITE = { DATABASE_URL: `sqlite:${PATH}` };
const MEMORY = { DATABASE_URL: 'memory:' };

async function createJob(address: string, type: string, payload: object): Promise<string> {
  const response = await fetch(`${address}api/jobs/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type, payload }),
  });
  expect(response.status).to.equal(201);
  const { id } = (await response.json()) as { id: string };
  return id;
}

async function jobWithStatus(address: string, id: string, status: string) {
  return eventually(`a job that is ${status}`, async () => {
    const job = (await (await fetch(`${address}api/jobs/${id}/`)).json()) as { status: string; attempts: number };
    return job.status === status ? job : undefined;
  });
}

describe('leasehold start', () => {
  afterEach(killPrograms);
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [name, database] of Object.entries({ SQLite: SQLITE, memory: MEMORY })) {
    it(`runs a job on ${name} and stops at SIGTERM`, async () => {
      const program = new Program(['start'], database);
      const address = await program.address();
      const id = await createJob(address, 'demo.success', { sleep_seconds: 0 });
      expect(await jobWithStatus(address, id, 'succeeded')).to.have.property('attempts', 1);
      program.signal('SIGTERM');
      expect(await program.exited()).to.equal(0);
      expect(program.output).to.contain('SIGTERM received').and.to.contain('Stopped');
      expect(program.errors).to.equal('');
    });
  }

  it('runs as built', async function () {
    this.timeout(90_000);
    buildPage();
    const program = new Program(['start'], MEMORY, ['dist/main.js']);
    const address = await program.address();
    await jobWithStatus(address, await createJob(address, 'demo.success', { sleep_seconds: 0 }), 'succeeded');
    expect((await fetch(`${address}api/docs/`)).status).to.equal(200);
    program.signal('SIGTERM');
    expect(await program.exited()).to.equal(0);
  });

  it('keeps jobs over a restart, and finishes what is running before it exits', async () => {
    const first = new Program(['start'], SQLITE);
    const address = await first.address();
    const id = await createJob(address, 'demo.success', { sleep_seconds: 1 });
    await jobWithStatus(address, id, 'running');
    first.signal('SIGINT');
    expect(await first.exited()).to.equal(0);
    const second = new Program(['api'], SQLITE);
    expect(await jobWithStatus(await second.address(), id, 'succeeded')).to.have.property('attempts', 1);
    second.signal('SIGTERM');
    expect(await second.exited()).to.equal(0);
    await expectHealthyDatabase({ kind: 'sqlite', path: PATH });
  });

  it('takes signals within a second for one, and exits at once at a later one', async () => {
    const program = new Program(['start'], MEMORY);
    const address = await program.address();
    await jobWithStatus(address, await createJob(address, 'demo.slow', { sleep_seconds: 60 }), 'running');
    program.signal('SIGTERM');
    program.signal('SIGINT');
    await program.printed(/SIG(TERM|INT) received/);
    // Repeated until one falls beyond the second; those within it must not have ended the process.
    const sentFrom = performance.now();
    const timer = setInterval(() => program.signal('SIGINT'), 100);
    expect(await program.exited().finally(() => clearInterval(timer))).to.equal(130);
    expect(performance.now() - sentFrom).to.be.above(800);
  });

  it('does not wait for idle connections when it stops', async () => {
    const program = new Program(['api'], MEMORY);
    const address = await program.address();
    const agent = new Agent({ keepAlive: true });
    const sent = request(`${address}api/health/`, { agent }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    const idle = connect(Number(new URL(address).port), '127.0.0.1');
    await once(idle, 'connect');
    program.signal('SIGTERM');
    expect(await program.exited()).to.equal(0);
    agent.destroy();
    idle.destroy();
  });

  it('outlives the reader of its output', async () => {
    const program = new Program(['start'], { ...MEMORY, LOG_LEVEL: 'debug', JOB_WORKER_LOG_LEVEL: 'debug' });
    const address = await program.address();
    program.closeOutput();
    const id = await createJob(address, 'demo.success', { sleep_seconds: 0 });
    await jobWithStatus(address, id, 'succeeded');
    program.signal('SIGTERM');
    expect(await program.exited()).to.equal(0);
  });

  for (const LOG_LEVEL of ['error', 'warn', 'info', 'debug']) {
    it(`tells the address in a line of the log, also at LOG_LEVEL=${LOG_LEVEL}`, async () => {
      const program = new Program(['start'], { ...MEMORY, LOG_LEVEL, LOG_FORMAT: 'json' });
      const address = await program.address();
      expect((await fetch(`${address}api/health/`)).status).to.equal(200);
      program.signal('SIGTERM');
      expect(await program.exited()).to.equal(0);
      const lines = program.output.trimEnd().split('\n');
      const messages = lines.map((line) => (JSON.parse(line) as { message: string }).message);
      expect(messages).to.include(`Leasehold is listening on ${address}`);
    });
  }

  it('has the page at its address, and answers problems beside it', async function () {
    this.timeout(90_000);
    buildPage();
    const program = new Program(['api'], MEMORY);
    const address = await program.address();
    const page = await fetch(address);
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect((await fetch(`${address}api/docs/`)).status).to.equal(200);
    const other = await fetch(`${address}favicon.ico`);
    expect([other.status, other.headers.get('content-type')]).to.deep.equal([404, 'application/problem+json']);
    program.signal('SIGTERM');
    expect(await program.exited()).to.equal(0);
  });
});
