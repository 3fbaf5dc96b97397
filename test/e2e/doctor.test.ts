import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openStore } from '../support/open-store.js';
import { REPOSITORY } from '../support/program.js';
import { createJob } from '../support/with-store.js';

describe('leasehold doctor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-doctor-'));
  after(() => rmSync(folder, { recursive: true }));

  const doctor = (url: string, ...args: string[]) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: url, LOG_LEVEL: 'debug' };
    const command = ['--import', 'tsx', 'src/main.ts', 'doctor', ...args];
    return spawnSync(process.execPath, command, { cwd: REPOSITORY, env, encoding: 'utf8' });
  };

  it('ends with 0 on a healthy database and with 1 on one with problems, in words or JSON', async () => {
    const path = join(folder, 'a file with ?, # and %.db');
    const store = openStore({ kind: 'sqlite', path });
    await store.migrations.latest();
    await createJob(store.repository);
    const healthy = doctor(`sqlite:${path}`);
    expect([healthy.status, healthy.stdout.trimEnd().split('\n').at(-1)]).to.deep.equal([0, 'healthy']);
    expect(healthy.stdout).to.contain('ok       jobs (1 jobs, 1 events)');
    await store.migrations.rollback();
    await store.close();
    const sick = doctor(`sqlite:${path}`, '--json');
    expect(sick.status).to.equal(1);
    expect(JSON.parse(sick.stdout)).to.have.nested.property('checks[0].findings[0].level', 'problem');
  });

  it('ends with 2 where it cannot check, and leaves no trace there', () => {
    const missing = join(folder, 'missing', 'jobs.db');
    const other = join(folder, 'notes.txt');
    writeFileSync(other, 'no database');
    for (const url of [
      `sqlite:${missing}`,
      `sqlite:${other}`,
      'memory:',
      'postgres://me@127.0.0.1:1/jobs',
      'ftp://x',
    ]) {
      const { status, stdout, stderr } = doctor(url);
      expect([status, stdout], url).to.deep.equal([2, '']);
      expect(stderr).to.contain('leasehold: ');
    }
    expect(doctor('memory:', '--nonsense').status).to.equal(2);
    expect(existsSync(join(folder, 'missing'))).to.equal(false);
    expect(readFileSync(other, 'utf8')).to.equal('no database');
  });
});
