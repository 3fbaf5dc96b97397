import { setImmediate as endOfTurn } from 'node:timers/promises';
import { StoreUnavailableError } from '../../domain/errors.js';

export interface CoalescerOptions<Item> {
  /** Most items of one batch; 1 turns merging off: each call runs at once, beside the others. */
  readonly maxItems: number;
  /** Two items with one key never share a batch: the second waits for the next. */
  readonly keyOf?: (item: Item) => string;
  /** The size of an item in characters, for items that carry JSON. */
  readonly weigh?: (item: Item) => number;
}

/** A statement that takes longer stands still, behind a lock or on a dead connection: the next goes beside it. */
const STUCK_MS = 1_000;

/** A batch is closed when its items weigh this much, so that 200 payloads of a mebibyte do not become one statement. */
const MAX_WEIGHT = 4_194_304;

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

/**
 * Natural batching: while one statement is in flight, the calls that arrive wait, and go together in the next one.
 * A lone call goes at the end of its turn of the event loop. First come, first served. Calls do not wait for a statement that stands still.
 *
 * `run` gives one result for each item, in the items' order; a result that takes longer may be a promise, which holds
 * up nobody else. When `run` fails through a fault of an item, the items run again one by one, so that the bad one
 * fails alone; when the database is away, every caller of the batch is told.
 */
export class Coalescer<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #inFlight = false;

  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
    private readonly options: CoalescerOptions<Item>,
  ) {}

  async submit(item: Item): Promise<Result> {
    if (this.options.maxItems === 1) {
      const [result] = await this.run([item]);
      return result as Result;
    }
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#inFlight) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#inFlight = true;
    // Calls of the same turn of the event loop go together: jobs that were claimed together often end together.
    await endOfTurn();
    while (this.#waiting.length > 0) await atMost(STUCK_MS, this.#settle(this.#nextBatch()));
    this.#inFlight = false;
  }

  #nextBatch(): Waiting<Item, Result>[] {
    const { maxItems, keyOf, weigh } = this.options;
    const batch: Waiting<Item, Result>[] = [];
    const later: Waiting<Item, Result>[] = [];
    const keys = new Set<string>();
    let weight = 0;
    for (const waiting of this.#waiting) {
      const key = keyOf?.(waiting.item);
      const full = batch.length >= maxItems || weight >= MAX_WEIGHT;
      if (full || (key !== undefined && keys.has(key))) {
        later.push(waiting);
        continue;
      }
      batch.push(waiting);
      if (key !== undefined) keys.add(key);
      weight += weigh?.(waiting.item) ?? 0;
    }
    this.#waiting = later;
    return batch;
  }

  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.run(batch.map(({ item }) => item));
      batch.forEach((waiting, index) => {
        waiting.resolve(results[index] as Result);
      });
    } catch (error) {
      if (batch.length > 1 && !(error instanceof StoreUnavailableError))
        for (const waiting of batch) await this.#settle([waiting]);
      else for (const waiting of batch) waiting.reject(error);
    }
  }
}

/** Resolves when `work` does, which never rejects, or after `ms`. */
function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
