import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DatabaseLocation } from '../../src/infrastructure/persistence/store.js';
import type { StoreTask, StoreTasks } from './store-process-main.js';

/** A process of its own that works on stores when told to. */
export class StoreProcess {
  private constructor(private readonly child: ChildProcess) {}

  /** Resolves when the process has loaded everything, so that tasks given to several begin at the same time. */
  static async start(options: { env?: NodeJS.ProcessEnv; clockOffsetMs?: number } = {}): Promise<StoreProcess> {
    const clock = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${options.clockOffsetMs ?? 0};`;
    const child = fork(fileURLToPath(new URL('./store-process-main.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx', '--import', clock],
      env: { ...process.env, ...options.env },
    });
    await once(child, 'message');
    return new StoreProcess(child);
  }

  static async startMany(count: number): Promise<StoreProcess[]> {
    return Promise.all(Array.from({ length: count }, () => StoreProcess.start()));
  }

  /** Runs a task, one at a time. Rejects with the message of what it threw. */
  async run<T extends StoreTask>(task: T, location: DatabaseLocation): Promise<Awaited<ReturnType<StoreTasks[T]>>> {
    this.child.send({ task, location });
    const ended = once(this.child, 'exit').then(() => [{ error: 'The process ended' }]);
    const [answer] = await Promise.race([once(this.child, 'message'), ended]);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result;
  }

  /** Ends the process the hard way; resolves when it is gone. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }
}
