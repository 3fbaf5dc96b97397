import type { Priority } from '../../domain/task.js';
import { EntryHeap, type HeapEntry } from './entry-heap.js';
import { AsyncCondition } from './sync/async-condition.js';
import { AsyncMutex } from './sync/async-mutex.js';
import { taskKey } from './task-codec.js';
import type { TaskQueue } from './task-queue.js';

/**
 * The queue of the inline lane: for the asynchronous functions of one event loop.
 *
 * **Which lock guards what.** One mutex guards heap, sequence, flag and counts.
 * **Why it cannot deadlock.** There is one lock, it is held for a few lines without `await`, and waiting on a condition
 * gives it back first.
 * **Which condition signals what.** `notEmpty`: an entry came; wakes one consumer. `notFull`: an entry left, or a producer
 * that was let in leaves room; wakes one producer. Closing wakes all on both.
 * **Why shutdown loses nothing.** An entry is in the heap before the flag is set, or its producer gets `false`; consumers
 * get `null` only when the flag is set and the heap is empty.
 */
export class LocalTaskQueue<Entry extends HeapEntry> implements TaskQueue<Entry> {
  readonly #mutex = new AsyncMutex();
  readonly #notEmpty = new AsyncCondition(this.#mutex);
  readonly #notFull = new AsyncCondition(this.#mutex);
  readonly #heap = new EntryHeap<Entry>();
  #sequence = 0;
  #isClosed = false;
  #rejected = 0;
  /** Producers in line: asleep, or woken and not yet let in. Newcomers go behind them. */
  #waitingProducers = 0;

  constructor(private readonly capacity: number) {}

  get depth(): number {
    return this.#heap.size;
  }

  get rejected(): number {
    return this.#rejected;
  }

  /** @param signal ends the waiting: then rejects with its reason */
  async submit(entry: Entry, priority: Priority, signal?: AbortSignal): Promise<boolean> {
    if (!this.#mutex.tryLock()) await this.#mutex.lock();
    try {
      if (this.#waitingProducers > 0 || this.#isFull()) await this.#waitForRoom(signal);
      return this.#admit(entry, priority);
    } finally {
      this.#mutex.unlock();
    }
  }

  /** Queues an entry now or not at all. @returns undefined if there is no room */
  trySubmit(entry: Entry, priority: Priority): boolean | undefined {
    // Nobody awaits anything with the lock held, but those woken may have been handed it and not run yet.
    if (!this.#mutex.tryLock()) return undefined;
    const isTurn = this.#isClosed || (this.#waitingProducers === 0 && !this.#isFull());
    const answer = isTurn ? this.#admit(entry, priority) : undefined;
    this.#mutex.unlock();
    return answer;
  }

  async #waitForRoom(signal: AbortSignal | undefined): Promise<void> {
    this.#waitingProducers += 1;
    try {
      do {
        if (this.#isClosed) return;
        if (signal?.aborted !== true) await this.#notFull.wait(signal);
        signal?.throwIfAborted();
      } while (this.#isFull());
    } finally {
      this.#waitingProducers -= 1;
      // One wake-up may have come for several places, or for somebody who left.
      if (signal?.aborted === true && !this.#isFull()) this.#notFull.notifyOne();
    }
  }

  #isFull(): boolean {
    return !this.#isClosed && this.#heap.size >= this.capacity;
  }

  #admit(entry: Entry, priority: Priority): boolean {
    if (this.#isClosed) {
      this.#rejected += 1;
      return false;
    }
    entry.key = taskKey(priority, this.#sequence);
    this.#sequence += 1;
    this.#heap.insert(entry);
    this.#notEmpty.notifyOne();
    if (this.#waitingProducers > 0 && !this.#isFull()) this.#notFull.notifyOne();
    return true;
  }

  async take(): Promise<Entry | null> {
    if (!this.#mutex.tryLock()) await this.#mutex.lock();
    while (this.#heap.size === 0 && !this.#isClosed) await this.#notEmpty.wait();
    const taken = this.#extract();
    this.#mutex.unlock();
    return taken ?? null;
  }

  /** Takes an entry now or not at all. @returns undefined if there is none */
  tryTake(): Entry | undefined {
    if (!this.#mutex.tryLock()) return undefined;
    const taken = this.#extract();
    this.#mutex.unlock();
    return taken;
  }

  #extract(): Entry | undefined {
    const taken = this.#heap.extract();
    if (taken !== undefined) this.#notFull.notifyOne();
    return taken;
  }

  /** Takes an entry out again, if it is in the queue. */
  remove(entry: Entry): void {
    if (entry.index < 0) return;
    this.#heap.remove(entry);
    this.#notFull.notifyOne();
  }

  /** All that are queued, in no order. */
  entries(): readonly Entry[] {
    return this.#heap.entries();
  }

  close(): void {
    this.#isClosed = true;
    this.#notEmpty.notifyAll();
    this.#notFull.notifyAll();
  }
}
