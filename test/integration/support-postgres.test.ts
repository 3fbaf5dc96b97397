import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { type OwnPostgresServer, startPostgres } from '../support/postgres-server.js';
import { runOn } from '../support/test-database.js';

const serverModule = new URL('../support/postgres-server.ts', import.meta.url).href;
const databaseModule = new URL('../support/test-database.ts', import.meta.url).href;
const tsx = createRequire(import.meta.url).resolve('tsx'); // by path: scripts run in other folders

/** A Node process of its own that runs this code, which may use the support modules and must print one line of JSON. */
function startScript(code: string, options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): ChildProcess {
  const imports = `import { sharedPostgres, startPostgres } from '${serverModule}';\nimport { runOn } from '${databaseModule}';\n`;
  const flags = ['--import', tsx, '--input-type=module', '-e', imports + code];
  return spawn(process.execPath, flags, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function printedBy(script: ChildProcess): Promise<Record<string, string>> {
  if (script.stdout === null) throw new Error('The script has no standard output');
  const [line] = await once(script.stdout, 'data');
  return JSON.parse(String(line)) as Record<string, string>;
}

const startAndPrintWhere = `
  const { url } = await startPostgres();
  const [{ data_directory }] = await runOn(url, 'SHOW data_directory');
  console.log(JSON.stringify({ url, data_directory }));
`;

async function isListening(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Waits until a server of a process that has ended is gone: nothing of it is left to give an event. */
async function expectToVanish({ url = '', data_directory = '' }: Record<string, string>): Promise<void> {
  expect(data_directory).to.match(/leasehold-postgres-/);
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline && (existsSync(data_directory) || (await isListening(url)))) await pause(50);
  expect(existsSync(data_directory), 'data directory').to.equal(false);
  expect(await isListening(url), 'server').to.equal(false);
}

describe('the PostgreSQL of the tests', function () {
  this.timeout(60_000);

  describe('while the test process lives', () => {
    let server: OwnPostgresServer;
    before(async () => {
      server = await startPostgres();
    });
    after(() => server.stop());

    it('is PostgreSQL 18', () => {
      expect(server.version).to.match(/^18\./);
    });

    it('keeps databases apart and drops one in use', async () => {
      const [one, other] = await Promise.all([server.createDatabase(), server.createDatabase()]);
      await runOn(one.url, 'CREATE TABLE mine (id int)');
      const seen = `SELECT to_regclass('mine')::text AS found`;
      expect(await runOn(one.url, seen)).to.deep.equal([{ found: 'mine' }]);
      expect(await runOn(other.url, seen)).to.deep.equal([{ found: null }]);

      const user = new pg.Client({ connectionString: one.url });
      await user.connect();
      const complaints: string[] = [];
      user.on('error', (error) => complaints.push(error.message));
      const thrownOut = new Promise((resolve) => user.once('end', resolve));
      await one.drop();
      await thrownOut;
      expect(complaints[0]).to.include('terminating connection');
      await other.drop();
      const left = await runOn(server.url, `SELECT datname FROM pg_database WHERE datname LIKE 'leasehold%'`);
      expect(left).to.deep.equal([]);
    });

    for (const mode of ['fast', 'immediate'] as const) {
      it(`keeps port and data through a halt (${mode})`, async () => {
        const database = await server.createDatabase();
        await runOn(database.url, 'CREATE TABLE kept AS SELECT 7 AS n');
        await server.halt(mode);
        expect(await isListening(server.url)).to.equal(false);
        await server.resume();
        expect(await runOn(database.url, 'SELECT n FROM kept')).to.deep.equal([{ n: 7 }]);
        await database.drop();
      });
    }

    it('is not started where TEST_DATABASE_URL names another', async () => {
      const env = { ...process.env, TEST_DATABASE_URL: server.url };
      const script = startScript('console.log(JSON.stringify(await sharedPostgres()))', { env });
      expect(await printedBy(script)).to.deep.equal({ url: server.url, version: server.version });
    });
  });

  it('says why it cannot start, and leaves nothing behind', async () => {
    const server = await startPostgres();
    const [where] = await runOn(server.url, 'SHOW data_directory');
    await server.halt();
    const intruder = createServer().listen(Number(new URL(server.url).port), '127.0.0.1');
    await once(intruder, 'listening');
    const outcome = await server.resume().catch((error: Error) => error.message);
    intruder.close();
    expect(outcome).to.include('Address already in use');
    expect(existsSync(String(where?.data_directory))).to.equal(false);
  });

  it('lets the test process end, also from a folder that is closed to other users, and ends with it', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'leasehold-private-'));
    try {
      const script = startScript(startAndPrintWhere, { cwd });
      const [where, [exitCode]] = await Promise.all([printedBy(script), once(script, 'exit')]);
      expect(exitCode).to.equal(0);
      await expectToVanish(where);
    } finally {
      await rmdir(cwd);
    }
  });

  it('is gone, data included, after the test process was killed', async () => {
    const script = startScript(`${startAndPrintWhere} setInterval(() => undefined, 60_000);`);
    const where = await printedBy(script);
    expect(await isListening(String(where.url))).to.equal(true);
    script.kill('SIGKILL');
    await expectToVanish(where);
  });
});
