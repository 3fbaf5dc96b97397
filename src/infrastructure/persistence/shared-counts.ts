import { SharedReading } from './shared-reading.js';

/** So many different counts are remembered; more are asked for by one who tries out filters, and not by many pollers. */
const MAX_REMEMBERED = 100;

/** Counts that many callers ask for, each shared like a {@link SharedReading} of its own while it is large. */
export class SharedCounts {
  readonly #readings = new Map<string, SharedReading<number>>();

  constructor(
    private readonly isLarge: (count: number) => boolean,
    private readonly maxAgeMs: number,
  ) {}

  /** @param key the same for all who ask for the same; the first of them brings `take` for all */
  async read(key: string, take: () => Promise<number>): Promise<number> {
    const reading = this.#readings.get(key) ?? new SharedReading(take, this.isLarge, this.maxAgeMs);
    // The one that was asked for last stands last, and the first is forgotten.
    this.#readings.delete(key);
    this.#readings.set(key, reading);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > MAX_REMEMBERED && oldest !== undefined) this.#readings.delete(oldest);
    return (await reading.read()).value;
  }
}
