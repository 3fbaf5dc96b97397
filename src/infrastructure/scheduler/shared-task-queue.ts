import { attachQueueMemory, Field, Head, type QueueHandle, State } from './memory-layout.js';
import { DRAINED, EMPTY, Flag, Outcome, QueueUnderLock, Refusal } from './queue-under-lock.js';
import { recoverFrom } from './recovery.js';
import type { EncodedTask } from './task-codec.js';

/**
 * A bounded priority queue between threads.
 *
 * **Which lock guards what.** One mutex (`Word.LOCK`) guards all of it: counts and lists, totals, the heap, and every
 * slot. Only the bytes in a slot's pages are read and written without it, by the one who owns the slot at that time: the
 * thread that runs the task, then the home thread that reads the result.
 *
 * **Why it cannot deadlock.** There is one lock, so there is no order to get wrong. Nobody waits for anything else while
 * holding it: the conditions give it back first, and no foreign code (handlers, callbacks, decoding) runs under it. The
 * home thread does not even sleep for it. If its owner dies, the home thread takes it over (`bury`).
 *
 * **Which condition signals what.** `notEmpty`: a task was queued; wakes one consumer. `notFull`: a task left the queue;
 * wakes one producer. `spaceFreed`: slots or pages were given back; wakes all producers that lacked them, since they need
 * different amounts. Closing wakes everybody on all three. The home thread waits on none of them, but has its bell.
 *
 * **Why shutdown loses nothing.** `close` and every submission take the same lock, so a submission comes either before
 * (it is in the heap) or after (it is refused, and its caller is told). Consumers are told to go only when the queue is
 * closed and the heap is empty, both looked at under the lock.
 */
export class SharedTaskQueue extends QueueUnderLock {
  static attach(handle: QueueHandle, thread: number): SharedTaskQueue {
    return new SharedTaskQueue(attachQueueMemory(handle), thread);
  }

  /** Queues a task, and sleeps while there is no room. Not for the home thread. @returns false once closed */
  submitSync(task: EncodedTask): boolean {
    this.mutex.lock();
    for (;;) {
      const slot = this.admit(task);
      if (slot === Refusal.FULL) this.notFull.wait();
      else if (slot === Refusal.NO_SPACE) this.spaceFreed.wait();
      else {
        // The home thread keeps the process alive for what is queued, and starts threads for it.
        if (this.count(Head.USED) === 1 || this.count(Head.BELL_ON_SUBMIT) !== 0) this.mutex.ringOnUnlock();
        this.mutex.unlock();
        return slot >= 0;
      }
    }
  }

  /** Takes the next task, and sleeps while there is none. @returns its slot, or `DRAINED` */
  takeSync(): number {
    this.mutex.lock();
    return this.#takeSync();
  }

  #takeSync(): number {
    let slot = this.next();
    while (slot === EMPTY) {
      this.notEmpty.wait();
      slot = this.next();
    }
    this.mutex.unlock();
    return slot;
  }

  /** As `takeSync`, but the event loop goes on meanwhile. */
  async take(): Promise<number> {
    this.mutex.lock();
    let slot = this.next();
    while (slot === EMPTY) {
      await this.notEmpty.waitUnlocked();
      this.mutex.lock();
      slot = this.next();
    }
    this.mutex.unlock();
    return slot;
  }

  /** Ends the task in `slot` and takes the next one, in one go. @returns undefined if there is none right now */
  finishAndTryTake(slot: number, outcome: number, resultBytes: number): number | undefined {
    this.mutex.lock();
    const isDoomed = (this.slots.get(slot, Field.FLAGS) & Flag.DOOMED) !== 0;
    this.finish(slot, outcome, resultBytes);
    const next = isDoomed ? DRAINED : this.next();
    this.mutex.unlock();
    return next === EMPTY ? undefined : next;
  }

  /** Ends the task in `slot` and takes nothing. */
  finishOnly(slot: number, outcome: number, resultBytes: number): void {
    this.mutex.lock();
    this.finish(slot, outcome, resultBytes);
    this.mutex.unlock();
  }

  /** Makes the pages of a running task longer by `count`. @returns false if there are not so many */
  extend(slot: number, count: number): boolean {
    this.mutex.lock();
    const first = this.pages.allocate(count, this.slots.get(slot, Field.FIRST_PAGE));
    if (first !== 0) {
      this.slots.set(slot, Field.FIRST_PAGE, first);
      this.slots.set(slot, Field.PAGES, this.slots.get(slot, Field.PAGES) + count);
    }
    this.mutex.unlock();
    return first !== 0;
  }

  /**
   * To be called when a thread has died: ends its task as DIED, and frees the lock if it died holding it. Only when the
   * lock is held by others, nothing is done. For the home thread.
   *
   * @returns whether it was done; if not, call again when the lock can be had
   */
  bury(thread: number): 'buried' | 'taken over' | 'locked' {
    const wasHolding = this.mutex.takeOver(thread + 1);
    // A wake-up may have died with the thread, also one for the lock.
    if (!wasHolding) this.mutex.kick();
    if (!wasHolding && !this.mutex.tryLockOrBell()) return 'locked';
    if (wasHolding) recoverFrom(this.memory, this.heap, this.ledger);
    for (const slot of this.slots.inState(State.RUNNING)) {
      if (this.slots.get(slot, Field.OWNER) === thread + 1) this.finish(slot, Outcome.DIED, 0);
    }
    this.wakeAll();
    this.mutex.unlock();
    this.mutex.kick();
    return wasHolding ? 'taken over' : 'buried';
  }
}
