import { add, Field, float, Head, int, type QueueMemory, SLOT_FIELDS } from './memory-layout.js';

/**
 * A binary min-heap of slots in shared memory, ordered by key; insert, extract and remove in O(log n). Each slot knows
 * its place, so that a cancelled task can leave from the middle. Guarded by the queue's lock.
 */
export class SlotHeap {
  constructor(private readonly memory: QueueMemory) {}

  get size(): number {
    return int(this.memory.head, Head.QUEUED);
  }

  insert(slot: number, key: number): void {
    const size = this.size;
    this.#rise(size, slot, key);
    this.memory.head[Head.QUEUED] = size + 1;
  }

  /** Takes out the slot with the lowest key. The heap must not be empty. */
  extract(): number {
    const slot = int(this.memory.heapSlots, 0);
    this.#removeAt(0);
    return slot;
  }

  remove(slot: number): void {
    this.#removeAt(int(this.memory.slots, slot * SLOT_FIELDS + Field.HEAP_INDEX));
  }

  #removeAt(index: number): void {
    const { head, heapKeys, heapSlots } = this.memory;
    add(head, Head.QUEUED, -1);
    const last = this.size;
    if (index === last) return;
    const key = float(heapKeys, last);
    const slot = int(heapSlots, last);
    // What fills the gap comes from another branch, so it may belong above the gap as well as below.
    if (index > 0 && key < float(heapKeys, (index - 1) >> 1)) this.#rise(index, slot, key);
    else this.#sink(index, slot, key);
  }

  #rise(from: number, slot: number, key: number): void {
    const { heapKeys, heapSlots } = this.memory;
    let hole = from;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const parentKey = float(heapKeys, parent);
      if (key >= parentKey) break;
      this.#put(hole, int(heapSlots, parent), parentKey);
      hole = parent;
    }
    this.#put(hole, slot, key);
  }

  #sink(from: number, slot: number, key: number): void {
    const { heapKeys, heapSlots } = this.memory;
    const size = this.size;
    let hole = from;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= size) break;
      if (child + 1 < size && float(heapKeys, child + 1) < float(heapKeys, child)) child += 1;
      const childKey = float(heapKeys, child);
      if (key <= childKey) break;
      this.#put(hole, int(heapSlots, child), childKey);
      hole = child;
    }
    this.#put(hole, slot, key);
  }

  #put(index: number, slot: number, key: number): void {
    this.memory.heapKeys[index] = key;
    this.memory.heapSlots[index] = slot;
    this.memory.slots[slot * SLOT_FIELDS + Field.HEAP_INDEX] = index;
  }
}
