import type { Priority } from '../../domain/task.js';

/** A bounded priority queue with any number of producers and consumers. `Entry` is whatever one wants to queue. */
export interface TaskQueue<Entry> {
  /** Resolves when the entry is queued: `true`; or when the queue was closed before there was room: `false`. */
  submit(entry: Entry, priority: Priority): Promise<boolean>;

  /** The entry with the highest priority, the oldest of them. Waits while there is none; `null` when closed and drained. */
  take(): Promise<Entry | null>;

  /** Accepts nothing from now on. What is queued can still be taken. */
  close(): void;

  /** Entries that wait to be taken. */
  readonly depth: number;

  /** Submissions that came to nothing because the queue was closed. */
  readonly rejected: number;
}
