/** Somebody sleeps in `Atomics.wait` on the lock word. */
const SLEEPERS = 1;
/** The home thread wants its bell rung when the lock is given back. */
const BELL_WANTED = 2;
const OWNER_SHIFT = 2;

/** Values of the bell word. */
const AWAKE = 0;
const ASLEEP = 1;

/**
 * A mutex between threads in one word of shared memory: 0 when free, else `owner << 2 | waiter bits`. Owner and lock are
 * one word so that they become true in the same instruction: whoever finds the lock held also knows by whom, and when
 * that thread has died, the lock can be taken over.
 *
 * The home thread (the one whose event loop must not stand still) never sleeps on the lock word. It tries once, and else
 * asks for its bell: a word of its own on which it waits with `Atomics.waitAsync`. On every other word a waiter that
 * stopped being interested would swallow a wake-up meant for somebody else, because such a wait cannot be called off.
 */
export class SharedMutex {
  readonly #mine: number;
  /** How many sleepers to wake on which words when the lock is given back. */
  readonly #toWake = new Map<number, number>();
  #ringsOnUnlock = false;

  /** @param owner who is locking here: the number of this thread plus one, never 0 */
  constructor(
    private readonly words: Int32Array,
    private readonly lockWord: number,
    private readonly bellWord: number,
    owner: number,
  ) {
    this.#mine = owner << OWNER_SHIFT;
  }

  tryLock(): boolean {
    return Atomics.compareExchange(this.words, this.lockWord, 0, this.#mine) === 0;
  }

  /** Sleeps until the lock is ours. Not for the home thread. */
  lock(): void {
    if (!this.tryLock()) this.#lockBefore(Number.POSITIVE_INFINITY);
  }

  /** As `lock`, but gives up after about `maxMs`. @returns whether the lock is ours */
  lockWithin(maxMs: number): boolean {
    return this.tryLock() || this.#lockBefore(performance.now() + maxMs);
  }

  #lockBefore(deadline: number): boolean {
    const { words, lockWord } = this;
    for (;;) {
      const seen = Atomics.load(words, lockWord);
      if (seen === 0) {
        // Others may sleep still: only one was woken. So the bit goes up with the lock, to wake the next one.
        if (Atomics.compareExchange(words, lockWord, 0, this.#mine | SLEEPERS) === 0) return true;
        continue;
      }
      const marked = seen | SLEEPERS;
      if (marked !== seen && Atomics.compareExchange(words, lockWord, seen, marked) !== seen) continue;
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0) return false;
      Atomics.wait(words, lockWord, marked, remainingMs);
    }
  }

  /**
   * For the home thread after a failed `tryLock`: the bell will ring when the lock is given back.
   * @returns whether the lock was free by now, and is ours
   */
  tryLockOrBell(): boolean {
    const { words, lockWord } = this;
    Atomics.store(words, this.bellWord, ASLEEP);
    for (;;) {
      const seen = Atomics.load(words, lockWord);
      if (seen === 0) {
        if (this.tryLock()) return true;
      } else if (Atomics.compareExchange(words, lockWord, seen, seen | BELL_WANTED) === seen) return false;
    }
  }

  unlock(): void {
    const held = Atomics.exchange(this.words, this.lockWord, 0);
    if ((held & SLEEPERS) !== 0) Atomics.notify(this.words, this.lockWord, 1);
    if (this.#toWake.size > 0) this.#wake();
    if (this.#ringsOnUnlock || (held & BELL_WANTED) !== 0) this.ring();
    this.#ringsOnUnlock = false;
  }

  #wake(): void {
    for (const [word, count] of this.#toWake) Atomics.notify(this.words, word, count);
    this.#toWake.clear();
  }

  /** Wakes `count` more of those who sleep on `word` when the lock is given back. */
  wakeOnUnlock(word: number, count: number): void {
    this.#toWake.set(word, count + (this.#toWake.get(word) ?? 0));
  }

  /** Rings when the lock is given back. Rung before, the home thread would wake up only to find the lock held. */
  ringOnUnlock(): void {
    this.#ringsOnUnlock = true;
  }

  /** Wakes the home thread if it sleeps. */
  ring(): void {
    if (Atomics.exchange(this.words, this.bellWord, AWAKE) === ASLEEP) Atomics.notify(this.words, this.bellWord);
  }

  /** Says that from now on the home thread wants to be woken. Call with the lock held, after the last look around. */
  prepareSleep(): void {
    Atomics.store(this.words, this.bellWord, ASLEEP);
  }

  /** Resolves when the bell rings; `undefined` if it rang since `prepareSleep`. There may be one such wait at a time. */
  sleep(): Promise<unknown> | undefined {
    const waiting = Atomics.waitAsync(this.words, this.bellWord, ASLEEP);
    return waiting.async ? waiting.value : undefined;
  }

  isHeldBy(owner: number): boolean {
    return Atomics.load(this.words, this.lockWord) >> OWNER_SHIFT === owner;
  }

  /** Takes the lock from `owner`, which has died. @returns false if it did not hold it */
  takeOver(owner: number): boolean {
    for (;;) {
      const seen = Atomics.load(this.words, this.lockWord);
      if (seen >> OWNER_SHIFT !== owner) return false;
      const taken = this.#mine | SLEEPERS | BELL_WANTED;
      if (Atomics.compareExchange(this.words, this.lockWord, seen, taken) === seen) return true;
    }
  }

  /** Wakes all who sleep, in case that a wake-up died with the thread that it was meant for, or that was to give it. */
  kick(): void {
    Atomics.notify(this.words, this.lockWord);
    Atomics.store(this.words, this.bellWord, AWAKE);
    Atomics.notify(this.words, this.bellWord);
  }
}
