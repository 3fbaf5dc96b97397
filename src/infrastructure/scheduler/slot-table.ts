import {
  add,
  Field,
  float,
  Head,
  int,
  type QueueMemory,
  SLOT_FIELDS,
  SLOT_TIMES,
  State,
  Time,
} from './memory-layout.js';

/** The slots of the tasks, one each from submission until its result was read. Guarded by the queue's lock. */
export class SlotTable {
  constructor(private readonly memory: QueueMemory) {}

  get(slot: number, field: number): number {
    return int(this.memory.slots, slot * SLOT_FIELDS + field);
  }

  set(slot: number, field: number, value: number): void {
    this.memory.slots[slot * SLOT_FIELDS + field] = value;
  }

  time(slot: number, field: number): number {
    return float(this.memory.times, slot * SLOT_TIMES + field);
  }

  setTime(slot: number, field: number, value: number): void {
    this.memory.times[slot * SLOT_TIMES + field] = value;
  }

  isIn(slot: number, state: number, key: number): boolean {
    return this.get(slot, Field.STATE) === state && this.time(slot, Time.KEY) === key;
  }

  /** A free slot, which stays free until its state is written; -1 if there is none. */
  allocate(): number {
    const { head, slotCount } = this.memory;
    const listed = int(head, Head.FREE_SLOTS);
    if (listed !== 0) {
      head[Head.FREE_SLOTS] = this.get(listed - 1, Field.NEXT);
      return listed - 1;
    }
    const fresh = int(head, Head.SLOTS_TOUCHED);
    if (fresh === slotCount) return -1;
    head[Head.SLOTS_TOUCHED] = fresh + 1;
    return fresh;
  }

  /** Puts a slot, whose state is FREE by now, into the free list. */
  release(slot: number): void {
    this.set(slot, Field.NEXT, int(this.memory.head, Head.FREE_SLOTS));
    this.memory.head[Head.FREE_SLOTS] = slot + 1;
    add(this.memory.head, Head.USED, -1);
  }

  /** Puts a slot, whose state is DONE by now, at the end of the done list. */
  appendDone(slot: number): void {
    const { head } = this.memory;
    const last = int(head, Head.DONE_LAST);
    this.set(slot, Field.NEXT, 0);
    if (last === 0) head[Head.DONE_FIRST] = slot + 1;
    else this.set(last - 1, Field.NEXT, slot + 1);
    head[Head.DONE_LAST] = slot + 1;
  }

  /** Empties the done list. The slots belong to the caller from then on. */
  collectDone(): number[] {
    const { head } = this.memory;
    const collected: number[] = [];
    for (let next = int(head, Head.DONE_FIRST); next !== 0; next = this.get(next - 1, Field.NEXT)) {
      this.set(next - 1, Field.STATE, State.COLLECTED);
      collected.push(next - 1);
    }
    head[Head.DONE_FIRST] = 0;
    head[Head.DONE_LAST] = 0;
    return collected;
  }

  /** The slots that were ever used and are in `state`. */
  *inState(state: number): Generator<number> {
    const touched = int(this.memory.head, Head.SLOTS_TOUCHED);
    for (let slot = 0; slot < touched; slot += 1) {
      if (this.get(slot, Field.STATE) === state) yield slot;
    }
  }
}
