import { add, int } from '../memory-layout.js';
import type { SharedMutex } from './shared-mutex.js';

/**
 * A condition variable between threads: a sequence word that moves on with every signal. A waiter reads it under the
 * lock, gives the lock back and sleeps only if the word is still the same, so a signal in between is not lost. Waking
 * says nothing about the predicate: every `wait` belongs in a loop that looks again.
 *
 * Sleepers are woken after the lock was given back: woken before, they would only fall asleep again in front of it.
 */
export class SharedCondition {
  /** @param sleepersField the cell of `head` that counts who may be asleep and was not signalled; guarded by `mutex` */
  constructor(
    private readonly mutex: SharedMutex,
    private readonly words: Int32Array,
    private readonly word: number,
    private readonly head: Int32Array,
    private readonly sleepersField: number,
  ) {}

  /** Gives the lock back, sleeps, and has the lock again on return. */
  wait(): void {
    const seen = this.#announce();
    Atomics.wait(this.words, this.word, seen);
    this.mutex.lock();
  }

  /**
   * As `wait`, but lets the event loop of this thread go on, and leaves taking the lock to the caller: if it were taken
   * here, it would be held while other code of this thread has its turn. Only for who will not lose interest meanwhile.
   */
  async waitUnlocked(): Promise<void> {
    const seen = this.#announce();
    const waiting = Atomics.waitAsync(this.words, this.word, seen);
    if (waiting.async) await waiting.value;
  }

  #announce(): number {
    add(this.head, this.sleepersField, 1);
    const seen = Atomics.load(this.words, this.word);
    this.mutex.unlock();
    return seen;
  }

  /** Wakes the one who has slept longest. Call with the lock held. */
  notifyOne(): void {
    const sleepers = int(this.head, this.sleepersField);
    if (sleepers > 0) this.#signal(1, sleepers - 1);
  }

  /** Wakes all. Call with the lock held. */
  notifyAll(): void {
    this.#signal(Number.POSITIVE_INFINITY, 0);
  }

  #signal(count: number, sleepersLeft: number): void {
    this.head[this.sleepersField] = sleepersLeft;
    Atomics.add(this.words, this.word, 1);
    this.mutex.wakeOnUnlock(this.word, count);
  }
}
