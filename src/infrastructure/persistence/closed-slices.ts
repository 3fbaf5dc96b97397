import type { BucketRow } from '../../application/ports/queue-activity.js';
import type { Instant } from '../../domain/job.js';

/** How long after its end a slice may still get events: of transactions that began in it and commit late. */
const GRACE_MS = 10_000;

/** Slices that are read at once. What was read is kept, so a long row that is read anew comes nearer to its end each time. */
const CHUNK = 12;

/** Gives what there is from one instant to another, by the start of the slice; a slice without an entry is empty. */
export type ReadSlices<T> = (from: Instant, to: Instant) => Promise<ReadonlyMap<Instant, T>>;

export interface Slice<T> {
  readonly start: Instant;
  /** Undefined: nothing happened. */
  readonly value: T | undefined;
}

/** A row of equal slices of an append-only history. One that is over never changes, so it is read once and kept. */
export class ClosedSlices<T> {
  readonly #closed = new Map<Instant, T | undefined>();

  constructor(
    private readonly row: BucketRow,
    private readonly read: ReadSlices<T>,
  ) {}

  /** The slices up to the one that holds `now`, oldest first. */
  async upTo(now: Instant): Promise<readonly Slice<T>[]> {
    const { bucketMs, count } = this.row;
    const newest = now - (now % bucketMs);
    const starts = Array.from({ length: count }, (_, n) => newest - (count - 1 - n) * bucketMs);
    for (const start of this.#closed.keys()) if (start < (starts[0] ?? 0)) this.#closed.delete(start);
    const open = new Map<Instant, T | undefined>();
    const missing = starts.filter((start) => !this.#closed.has(start));
    while (missing.length > 0) await this.#readInto(open, missing.splice(0, CHUNK), now);
    return starts.map((start) => ({ start, value: this.#closed.get(start) ?? open.get(start) }));
  }

  async #readInto(open: Map<Instant, T | undefined>, starts: readonly Instant[], now: Instant): Promise<void> {
    const { bucketMs } = this.row;
    const found = await this.read(starts[0] ?? now, (starts.at(-1) ?? now) + bucketMs);
    for (const start of starts) {
      const isClosed = start + bucketMs + GRACE_MS <= now;
      (isClosed ? this.#closed : open).set(start, found.get(start));
    }
  }
}
