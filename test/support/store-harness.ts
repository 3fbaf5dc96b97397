import type { Store } from '../../src/infrastructure/persistence/store.js';

/** A fresh, empty, migrated store for one test, and what a test needs to do behind its back. */
export interface StoreHarness {
  readonly store: Store;
  /** Opens the same data once more, as another process would; the same store where that cannot be. */
  open(): Store;
  /** Moves the instants of a job that lie ahead into the past: available_at and locked_until, by this many milliseconds. */
  age(jobId: string, ms: number): Promise<void>;
  /** Closes every store that was opened and removes the data. */
  close(): Promise<void>;
}

export type OpenHarness = (options?: { readonly batchMax?: number }) => Promise<StoreHarness>;
