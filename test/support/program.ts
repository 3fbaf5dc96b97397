import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const REPOSITORY = join(import.meta.dirname, '..', '..');

/** How long a program under test may take to do what a test waits for, on a busy machine. */
const DEADLINE_MS = 15_000;

const running = new Set<ChildProcess>();

/** The program as a process of its own, in an environment that holds only what a test gives it. */
export class Program {
  #output = '';
  #errors = '';
  readonly #process: ChildProcess;
  readonly #exit: Promise<unknown>;

  constructor(args: readonly string[], environment: NodeJS.ProcessEnv = {}, file = ['--import', 'tsx', 'src/main.ts']) {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...environment };
    const child = spawn(process.execPath, [...file, ...args], {
      cwd: REPOSITORY,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
    running.add(child);
    this.#process = child;
    this.#exit = once(child, 'close').then(() => running.delete(child));
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Everything on standard output so far. */
  get output(): string {
    return this.#output;
  }

  get errors(): string {
    return this.#errors;
  }

  /** Resolves when the process has ended, however long that takes. */
  get ended(): Promise<unknown> {
    return this.#exit;
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  /** Takes its standard output away, as a reader does that ends. */
  closeOutput(): void {
    this.#process.stdout?.destroy();
  }

  /** @returns what `pattern` matches in the output, as soon as it does */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    return eventually(`output like ${pattern} (so far: ${this.#output}${this.#errors})`, () => {
      return pattern.exec(this.#output) ?? undefined;
    });
  }

  /** The address of the API, once it listens. */
  async address(): Promise<string> {
    const [, address = ''] = await this.printed(/Leasehold is listening on (http:\/\/[^\s"]+)/);
    return address;
  }

  /** The exit code, or the name of the signal that ended the process. */
  async exited(): Promise<number | string | null> {
    await withDeadline('the end of the program', this.#exit);
    return this.#process.exitCode ?? this.#process.signalCode;
  }
}

/** Ends whatever a failed test left behind. */
export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** @returns the first value other than undefined that `probe` gives; asked again and again until the deadline */
export async function eventually<T>(what: string, probe: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function withDeadline<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited in vain for ${what}`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
