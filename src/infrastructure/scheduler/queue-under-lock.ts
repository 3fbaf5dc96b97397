import { instant } from './instant.js';
import { Ledger } from './ledger.js';
import { add, Field, float, Head, int, type QueueMemory, State, Time, Total, Word } from './memory-layout.js';
import { PageChains } from './page-chains.js';
import { SlotHeap } from './slot-heap.js';
import { SlotTable } from './slot-table.js';
import { SharedCondition } from './sync/shared-condition.js';
import { SharedMutex } from './sync/shared-mutex.js';
import { type EncodedTask, taskKey } from './task-codec.js';

/** What `admit` gives instead of a slot. */
export const Refusal = { FULL: -1, NO_SPACE: -2, CLOSED: -3 } as const;

/** What a take gives instead of a slot: the queue is closed and drained. */
export const DRAINED = -1;
/** There is no task right now. */
export const EMPTY = -2;

/** How a task ended, as written into its slot. */
export const Outcome = { RETURNED: 0, THREW: 1, ABORTED: 2, DIED: 3 } as const;

/** `Field.FLAGS`: somebody on the home thread waits for the end; that is told when the task begins; the thread is about to be ended, and must not take another task. */
export const Flag = { WANTED: 1, ANNOUNCED: 2, DOOMED: 4 } as const;

/**
 * What can be done to the shared queue with its lock in the hand. All methods but `couldHold` want the lock held, leave it
 * held, and are short: they copy bytes at most.
 */
export class QueueUnderLock {
  readonly mutex: SharedMutex;
  readonly pages: PageChains;
  readonly slots: SlotTable;
  protected readonly heap: SlotHeap;
  protected readonly ledger: Ledger;
  protected readonly notEmpty: SharedCondition;
  protected readonly notFull: SharedCondition;
  protected readonly spaceFreed: SharedCondition;
  readonly #owner: number;

  /** @param thread the number of the thread that will use this object, as in `threadId` */
  constructor(
    protected readonly memory: QueueMemory,
    thread: number,
  ) {
    const { words, head } = memory;
    this.#owner = thread + 1;
    this.mutex = new SharedMutex(words, Word.LOCK, Word.BELL, this.#owner);
    this.pages = new PageChains(memory);
    this.slots = new SlotTable(memory);
    this.heap = new SlotHeap(memory);
    this.ledger = new Ledger(memory);
    const condition = (word: number, sleepers: number) => new SharedCondition(this.mutex, words, word, head, sleepers);
    this.notEmpty = condition(Word.NOT_EMPTY, Head.NOT_EMPTY_SLEEPERS);
    this.notFull = condition(Word.NOT_FULL, Head.NOT_FULL_SLEEPERS);
    this.spaceFreed = condition(Word.SPACE_FREED, Head.SPACE_FREED_SLEEPERS);
  }

  /** A number of `head`. */
  count(field: number): number {
    return int(this.memory.head, field);
  }

  setHead(field: number, value: number): void {
    this.memory.head[field] = value;
  }

  /** A number of `totals`. */
  total(field: number): number {
    return float(this.memory.totals, field);
  }

  /** Whether a task of that size could ever be queued. */
  couldHold(bytes: number): boolean {
    return PageChains.pagesFor(bytes) <= this.memory.pageCount;
  }

  /** Queues a task if there is room. @returns its slot, or a `Refusal` */
  admit(task: EncodedTask): number {
    const { head, capacity, totals } = this.memory;
    if (int(head, Head.CLOSED) !== 0) {
      totals[Total.REJECTED] = float(totals, Total.REJECTED) + 1;
      return Refusal.CLOSED;
    }
    if (this.heap.size === capacity) return Refusal.FULL;
    const pageTotal = PageChains.pagesFor(task.bytes);
    const first = this.pages.allocate(pageTotal);
    if (first === 0 && pageTotal > 0) return Refusal.NO_SPACE;
    const slot = this.slots.allocate();
    if (slot < 0) {
      this.pages.release(first);
      return Refusal.NO_SPACE;
    }
    this.#fill(slot, task, first, pageTotal);
    const sequence = float(totals, Total.SEQUENCE);
    totals[Total.SEQUENCE] = sequence + 1;
    const key = taskKey(task.priority, sequence);
    this.slots.setTime(slot, Time.KEY, key);
    this.slots.set(slot, Field.STATE, State.QUEUED);
    add(head, Head.USED, 1);
    this.heap.insert(slot, key);
    this.notEmpty.notifyOne();
    return slot;
  }

  #fill(slot: number, task: EncodedTask, firstPage: number, pageTotal: number): void {
    const { slots, pages } = this;
    let start = 0;
    for (const part of task.parts) {
      pages.write(firstPage, start, part);
      start += part.length;
    }
    slots.set(slot, Field.FIRST_PAGE, firstPage);
    slots.set(slot, Field.PAGES, pageTotal);
    slots.set(slot, Field.NAME_BYTES, task.parts[0].length);
    slots.set(slot, Field.ID_BYTES, task.parts[1].length);
    slots.set(slot, Field.ARGS_BYTES, task.parts[2].length);
    slots.set(slot, Field.FLAGS, task.flags);
    slots.setTime(slot, Time.SUBMITTED_AT, task.submittedAt);
    slots.setTime(slot, Time.NUMBER, task.number);
  }

  /** Takes the next task for this thread. @returns its slot, `EMPTY` or `DRAINED` */
  protected next(): number {
    const { head } = this.memory;
    if (this.heap.size === 0) return int(head, Head.CLOSED) === 0 ? EMPTY : DRAINED;
    const slot = this.heap.extract();
    this.slots.set(slot, Field.OWNER, this.#owner);
    this.slots.setTime(slot, Time.TAKEN_AT, instant());
    this.slots.set(slot, Field.STATE, State.RUNNING);
    add(head, Head.RUNNING, 1);
    this.#roomMade();
    return slot;
  }

  #roomMade(): void {
    this.notFull.notifyOne();
    if (this.count(Head.BELL_ON_ROOM) !== 0) this.mutex.ringOnUnlock();
  }

  /** Ends the running task in `slot`. A failure is told to the home thread, also if nobody waits for the end. */
  finish(slot: number, outcome: number, resultBytes: number): void {
    const { slots } = this;
    const latencyMs = Math.max(0, instant() - slots.time(slot, Time.SUBMITTED_AT));
    const isWanted = outcome !== Outcome.RETURNED || (slots.get(slot, Field.FLAGS) & Flag.WANTED) !== 0;
    slots.set(slot, Field.RESULT_BYTES, resultBytes);
    slots.set(slot, Field.OUTCOME, outcome);
    this.ledger.prepare(slot, outcome !== Outcome.RETURNED, latencyMs);
    slots.set(slot, Field.STATE, isWanted ? State.DONE : State.FREE);
    this.ledger.apply();
    add(this.memory.head, Head.RUNNING, -1);
    if (isWanted) slots.appendDone(slot);
    else this.#giveBack(slot);
    // For what was not wanted, the home thread needs to know only that it need not keep the process alive any more.
    if (isWanted || this.count(Head.USED) === 0) this.mutex.ringOnUnlock();
  }

  /** Gives back a slot whose result was read. */
  release(slot: number): void {
    this.slots.set(slot, Field.STATE, State.FREE);
    this.#giveBack(slot);
  }

  #giveBack(slot: number): void {
    this.pages.release(this.slots.get(slot, Field.FIRST_PAGE));
    this.slots.release(slot);
    if (this.count(Head.SPACE_FREED_SLEEPERS) !== 0) this.spaceFreed.notifyAll();
    if (this.count(Head.BELL_ON_ROOM) !== 0) this.mutex.ringOnUnlock();
  }

  /** Takes a queued task out. */
  remove(slot: number): void {
    this.heap.remove(slot);
    this.release(slot);
    this.#roomMade();
  }

  /** From now on nothing is accepted, and takers go once the queue is drained. */
  close(): void {
    this.setHead(Head.CLOSED, 1);
    this.wakeAll();
  }

  protected wakeAll(): void {
    this.notEmpty.notifyAll();
    this.notFull.notifyAll();
    this.spaceFreed.notifyAll();
  }
}
