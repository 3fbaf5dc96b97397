import { provesRollback } from './store-errors.js';

export interface CoalescerOptions<Item> {
  /** Most items of one batch; 1 turns merging off: each call runs at once, beside the others. */
  readonly maxItems: number;
  /** Two items with one key never share a batch: the second waits for the next. */
  readonly keyOf?: (item: Item) => string;
  /** The size of an item in characters, for items that carry JSON. */
  readonly weigh?: (item: Item) => number;
}

/** A batch is closed when its items weigh this much, so that 200 payloads of a mebibyte do not become one statement. */
const MAX_WEIGHT = 4_194_304;

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Natural batching: while one statement is in flight, the calls that arrive wait, and go together in the next one.
 * No timers: a lone call goes at once. First come, first served.
 *
 * `run` gives one result for each item, in the items' order. When it fails with proof that nothing was written, the
 * items run again one by one, so that a bad one fails alone; any other failure goes to every caller of the batch.
 */
export class Coalescer<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #inFlight = false;

  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Result[]>,
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
    while (this.#waiting.length > 0) await this.#settle(this.#nextBatch());
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
      if (batch.length > 1 && provesRollback(error)) for (const waiting of batch) await this.#settle([waiting]);
      else for (const waiting of batch) waiting.reject(error);
    }
  }
}
