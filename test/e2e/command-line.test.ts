import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import knex from 'knex';
import { killPrograms, Program } from '../support/program.js';

const folder = mkdtempSync(join(tmpdir(), 'leasehold-cli-'));

async function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const program = new Program(args, environment);
  const code = await program.exited();
  return { code, output: program.output, errors: program.errors };
}

describe('the command line', function () {
  this.timeout(60_000); // each test starts the program several times
  const taken = createServer();
  afterEach(() => {
    killPrograms();
    taken.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('shows help and version', async () => {
    const all = await Promise.all([run(['--help']), run(['--version']), run(['worker', '--help'])]);
    expect(all.map(({ code, errors }) => [code, errors])).to.deep.equal([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    const [help, version, worker] = all.map(({ output }) => output);
    expect(help).to.contain('Usage: leasehold <command>').and.to.contain('JOB_WORKER_LEASE_SECONDS');
    expect(version).to.match(/^\d+\.\d+\.\d+\n$/);
    expect(worker).to.contain('Usage: leasehold worker').and.to.contain('--handlers PATH');
  });

  it('answers mistakes with the usage and code 2', async () => {
    for (const [args, message] of [
      [[], 'A command is missing'],
      [['serve'], 'Unknown command serve'],
      [['start', '--nope'], "Unknown option '--nope'"],
      [['migrate', '--status', '--rollback'], 'Choose one of'],
    ] as const) {
      const { code, output, errors } = await run(args);
      expect({ code, output }).to.deep.equal({ code: 2, output: '' });
      expect(errors).to.contain(message).and.to.contain('Usage: leasehold');
    }
  });

  it('tells all mistakes of the environment, one on a line', async () => {
    const { code, errors } = await run(['start'], { PORT: '80a', JOB_WORKER_THREADS: '2.5' });
    expect(code).to.equal(1);
    expect(errors.trimEnd().split('\n')).to.have.members([
      'leasehold: PORT must be a whole number from 0 to 65535',
      'leasehold: JOB_WORKER_THREADS must be a whole number from 1 to 1000',
    ]);
  });

  it('migrates, tells the status, and takes migrations back', async () => {
    const environment = { DATABASE_URL: `sqlite:${join(folder, 'migrate.db')}` };
    const outputs: string[] = [];
    for (const option of [['--status'], [], [], ['--status'], ['--rollback'], ['--rollback'], ['--status']]) {
      const { code, output, errors } = await run(['migrate', ...option], environment);
      expect({ code, errors }).to.deep.equal({ code: 0, errors: '' });
      outputs.push(output);
    }
    const [before, latest, again, applied, back, backAgain, after] = outputs;
    expect(before).to.match(/^(pending {2}\S+\n)+$/);
    expect(latest).to.match(/^(Applied \S+\n)+$/);
    expect(again).to.equal('The schema is up to date\n');
    expect(applied).to.match(/^(applied {2}\S+\n)+$/);
    expect(back).to.match(/^(Took back \S+\n)+$/);
    expect(backAgain).to.equal('There is nothing to take back\n');
    expect(after).to.equal(before);
  });

  it('shows what a newer version did to the database, and fails', async () => {
    const filename = join(folder, 'newer.db');
    const environment = { DATABASE_URL: `sqlite:${filename}` };
    expect((await run(['migrate'], environment)).code).to.equal(0);
    const database = knex({ client: 'sqlite3', connection: { filename }, useNullAsDefault: true });
    await database('knex_migrations').insert({ name: '999-future', batch: 2 });
    await database.destroy();
    const { code, output, errors } = await run(['migrate', '--status'], environment);
    expect({ code, errors }).to.deep.equal({ code: 1, errors: '' });
    expect(output).to.match(/^(applied {2}\S+\n)+unknown {2}999-future \(made by a newer version\)\n$/);
  });

  it('says in one line why it cannot start', async () => {
    await once(taken.listen(0, '127.0.0.1'), 'listening');
    const port = String((taken.address() as AddressInfo).port);
    writeFileSync(join(folder, 'file'), '');
    const password = 's3cret';
    for (const [args, environment, reason] of [
      [['start'], { DATABASE_URL: 'memory:', PORT: port }, 'EADDRINUSE'],
      [['worker'], { DATABASE_URL: 'memory:' }, 'must not be memory:'],
      [['worker'], { DATABASE_URL: `postgres://me:${password}@127.0.0.1:1/jobs` }, 'The database is not available'],
      [['api'], { DATABASE_URL: `sqlite:${join(folder, 'file', 'jobs.db')}` }, 'The database is not available'],
      [['api'], { DATABASE_URL: `sqlite:${join(folder, 'file', 'in', 'jobs.db')}` }, ', mkdir '],
      [['start', '--handlers', join(folder, 'none.js')], { DATABASE_URL: 'memory:' }, 'There is no handlers module'],
      [['worker', '--handlers', ''], {}, 'and is empty'],
    ] as const) {
      const { code, errors } = await run(args, environment);
      expect(code, reason).to.equal(1);
      expect(errors)
        .to.match(/^leasehold: .*\n$/)
        .and.to.contain(reason)
        .and.not.to.contain(password);
    }
  });

  it('loads the handlers that --handlers names', async () => {
    const path = join(folder, 'handlers.mjs');
    writeFileSync(path, `export default { 'my.type': { run: 'inline', handle: () => 1 } };`);
    const program = new Program(['start', '--handlers', path], { DATABASE_URL: 'memory:' });
    const response = await fetch(`${await program.address()}api/config/`);
    const { job_types } = (await response.json()) as { job_types: string[] };
    expect(job_types).to.include.members(['my.type', 'demo.success']);
    program.signal('SIGTERM');
    expect(await program.exited()).to.equal(0);
  });

  it('names the variable, the option and the rule when it cannot load the handlers', async () => {
    const rule = 'must be the path of a module whose default export maps job types to handlers (also as --handlers)';
    const file = (name: string, source: string) => {
      writeFileSync(join(folder, name), source);
      return join(folder, name);
    };
    const bad = [' ', folder, file('none.mjs', ''), file('list.mjs', 'export default [];'), file('text.json', '{}')];
    for (const path of bad) {
      for (const { code, errors } of [
        await run(['api'], { DATABASE_URL: 'memory:', JOB_WORKER_HANDLERS: path }),
        await run(['api', '--handlers', path], { DATABASE_URL: 'memory:' }),
      ]) {
        expect(code, path).to.equal(1);
        expect(errors).to.contain(`leasehold: JOB_WORKER_HANDLERS ${rule}`);
      }
    }
  });

  it('stops while the handlers are still loading', async () => {
    const path = join(folder, 'slow.mjs');
    writeFileSync(path, `console.log('loading'); await new Promise((done) => setTimeout(done, 60_000));`);
    for (const command of ['start', 'worker', 'api']) {
      const program = new Program([command, '--handlers', path], { DATABASE_URL: `sqlite:${join(folder, 'slow.db')}` });
      await program.printed(/loading/);
      program.signal('SIGTERM');
      expect(await program.exited()).to.equal(0);
      expect(program.errors).to.equal('');
    }
  });

  it('says which module never finishes loading', async () => {
    const path = join(folder, 'stuck.mjs');
    writeFileSync(path, 'await new Promise(() => {}); export default {};');
    const { code, errors } = await run(['start', '--handlers', path], { DATABASE_URL: 'memory:' });
    expect(code).to.equal(1);
    expect(errors)
      .to.match(/^leasehold: JOB_WORKER_HANDLERS .*never finishes loading.*\n$/)
      .and.to.contain(path);
  });

  it('lives on after a floating rejection, and ends after an uncaught error', async () => {
    const path = join(folder, 'faulty.mjs');
    const floating = `{ run: 'inline', handle: () => { Promise.reject(new Error('forgotten')); } }`;
    const crashing = `{ run: 'inline', handle: () => { setImmediate(() => { throw new Error('stray'); }); } }`;
    writeFileSync(path, `export default { floating: ${floating}, crashing: ${crashing} };`);
    const program = new Program(['start', '--handlers', path], { DATABASE_URL: 'memory:' });
    const address = await program.address();
    const create = (type: string) =>
      fetch(`${address}api/jobs/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type }),
      });
    await create('floating');
    await program.printed(/nobody handled it.*forgotten/);
    expect((await create('crashing')).status).to.equal(201);
    expect(await program.exited()).to.equal(1);
    expect(program.output).to.match(/An error was not caught.*stray/);
  });
});
