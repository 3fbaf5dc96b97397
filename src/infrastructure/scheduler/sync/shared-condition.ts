import type { SharedMutex } from './shared-mutex.js';

/**
 * A condition variable between threads: a sequence word that moves on with every signal. A waiter reads it under the
 * lock, gives the lock back and sleeps only if the word is still the same, so a signal in between is not lost. Waking
 * says nothing about the predicate: every `wait` belongs in a loop that looks again.
 */
export class SharedCondition {
  /** @param sleepersField the cell of `head` that says whether anybody may be asleep; guarded by `mutex` */
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
    this.head[this.sleepersField] = 1;
    const seen = Atomics.load(this.words, this.word);
    this.mutex.unlock();
    return seen;
  }

  /** Wakes the one who has slept longest. Call with the lock held. */
  notifyOne(): void {
    if (this.head[this.sleepersField] === 0) return;
    Atomics.add(this.words, this.word, 1);
    // Nobody asleep: whoever is on the way to sleep will see that the word has moved, and raises the flag again.
    if (Atomics.notify(this.words, this.word, 1) === 0) this.head[this.sleepersField] = 0;
  }

  /** Wakes all. Call with the lock held. */
  notifyAll(): void {
    Atomics.add(this.words, this.word, 1);
    Atomics.notify(this.words, this.word);
  }
}
