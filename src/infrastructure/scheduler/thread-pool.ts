import type { PoolThread, ThreadEvents } from './pool-thread.js';

/** The wait before a replacement, if threads die one after the other without ending a task in between. */
const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 5_000;

/**
 * Up to `size` threads, started when there is something for them to do. One that dies is replaced on demand: at once,
 * or after a growing delay if its predecessors died as well, so that code that cannot live does not spin.
 */
export class ThreadPool {
  readonly #threads = new Map<number, PoolThread>();
  #demand = 0;
  #deathsInRow = 0;
  #delay: NodeJS.Timeout | undefined;

  constructor(
    private readonly size: number,
    private readonly newThread: (events: ThreadEvents) => PoolThread,
    private readonly events: ThreadEvents,
  ) {}

  /** Threads that have not ended, also those that are about to. */
  get alive(): number {
    return [...this.#threads.values()].filter(({ death }) => death.exitCode === undefined).length;
  }

  get isComplete(): boolean {
    return this.#usable().length >= this.size;
  }

  byNumber(number: number): PoolThread | undefined {
    return this.#threads.get(number);
  }

  /** Sees to it that there are threads for `demand` tasks, if the pool's size allows. */
  ensure(demand: number): void {
    this.#demand = Math.min(demand, this.size);
    if (this.#delay !== undefined) return;
    for (let missing = this.#demand - this.#usable().length; missing > 0; missing -= 1) this.#start();
  }

  /** Resolves when all threads have started. */
  async startAll(): Promise<void> {
    this.ensure(this.size);
    await Promise.all(this.#usable().map(({ ready }) => ready));
  }

  /** A task ended in the ordinary way: threads can live. */
  noteSuccess(): void {
    this.#deathsInRow = 0;
  }

  /** Forgets a thread that has died, once nothing of it is needed any more. */
  forget(thread: PoolThread): void {
    thread.close();
    this.#threads.delete(thread.number);
  }

  terminateAll(): Promise<boolean[]> {
    return Promise.all([...this.#threads.values()].map((thread) => thread.terminate()));
  }

  close(): void {
    clearTimeout(this.#delay);
  }

  #usable(): PoolThread[] {
    return [...this.#threads.values()].filter(({ isLeaving, death }) => !isLeaving && death.exitCode === undefined);
  }

  #start(): void {
    const thread = this.newThread({
      message: (message) => this.events.message(message),
      died: (dead) => {
        if (dead.death.cause !== 'terminated') this.#noteDeath();
        this.events.died(dead);
      },
    });
    this.#threads.set(thread.number, thread);
  }

  #noteDeath(): void {
    this.#deathsInRow += 1;
    if (this.#deathsInRow < 2 || this.#delay !== undefined) return;
    const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#deathsInRow - 2));
    this.#delay = setTimeout(() => {
      this.#delay = undefined;
      this.ensure(this.#demand);
    }, delayMs);
    this.#delay.unref();
  }
}
