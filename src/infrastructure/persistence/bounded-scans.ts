import { FilterTooSlowError } from '../../domain/errors.js';

/** How long a read with free filters may take, from the moment it was asked for. */
const LIMIT_MS = 2_000;

/** SQLite runs its statements on Node's four threads, and PostgreSQL's pool is the queue's: most must stay free. */
const MAX_AT_ONCE = 2;

/** What is left of the time of a scan, in milliseconds above 0. @throws FilterTooSlowError when nothing is */
export type TimeLeft = () => number;

/** Runs reads that may have to look at every row: a few at a time, in turn, and each within a limit of time. */
export class BoundedScans {
  #running = 0;
  readonly #waiting: Array<() => void> = [];

  constructor(readonly limitMs = LIMIT_MS) {}

  /**
   * @param filters names of the filters that make the scan necessary, for the error
   * @throws FilterTooSlowError when the scan asks for time and has none left; waiting for its turn counts
   */
  async run<T>(filters: readonly string[], scan: (timeLeft: TimeLeft) => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.limitMs;
    // Whoever runs has an earlier deadline, so no wait outlasts the own one by much.
    if (this.#running >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await scan(() => {
        const left = deadline - performance.now();
        if (left <= 0) throw new FilterTooSlowError(filters, this.limitMs);
        return left;
      });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
