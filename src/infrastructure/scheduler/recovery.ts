import type { Ledger } from './ledger.js';
import { Field, float, Head, int, type QueueMemory, SLOT_FIELDS, SLOT_TIMES, State, Time } from './memory-layout.js';
import type { SlotHeap } from './slot-heap.js';

/**
 * Puts the queue right after its lock was taken over from a dead thread, wherever in the critical section that died.
 * What counts is the state of each slot with its fields and pages; the heap, the lists and the counts are made anew.
 * The counts of sleepers may be wrong after it: wake them all.
 */
export function recoverFrom(memory: QueueMemory, heap: SlotHeap, ledger: Ledger): void {
  const { head, slots, times } = memory;
  ledger.recover();
  rebuildPages(memory);
  for (const field of [Head.QUEUED, Head.RUNNING, Head.USED, Head.FREE_SLOTS, Head.DONE_FIRST, Head.DONE_LAST]) {
    head[field] = 0;
  }
  const touched = int(head, Head.SLOTS_TOUCHED);
  for (let slot = touched - 1; slot >= 0; slot -= 1) {
    const state = int(slots, slot * SLOT_FIELDS + Field.STATE);
    if (state === State.FREE) link(memory, Head.FREE_SLOTS, slot);
    else head[Head.USED] = int(head, Head.USED) + 1;
    if (state === State.QUEUED) heap.insert(slot, float(times, slot * SLOT_TIMES + Time.KEY));
    if (state === State.RUNNING) head[Head.RUNNING] = int(head, Head.RUNNING) + 1;
    if (state === State.DONE) {
      if (int(head, Head.DONE_LAST) === 0) head[Head.DONE_LAST] = slot + 1;
      link(memory, Head.DONE_FIRST, slot);
    }
  }
}

function link({ head, slots }: QueueMemory, list: number, slot: number): void {
  slots[slot * SLOT_FIELDS + Field.NEXT] = int(head, list);
  head[list] = slot + 1;
}

/** Every page that no slot in use holds is free. */
function rebuildPages({ head, slots, pageLinks }: QueueMemory): void {
  const isUsed = new Uint8Array(int(head, Head.PAGES_TOUCHED) + 1);
  let used = 0;
  for (let slot = 0; slot < int(head, Head.SLOTS_TOUCHED); slot += 1) {
    const base = slot * SLOT_FIELDS;
    if (int(slots, base + Field.STATE) === State.FREE) continue;
    let count = 0;
    for (let page = int(slots, base + Field.FIRST_PAGE); page !== 0; page = int(pageLinks, page - 1)) {
      isUsed[page] = 1;
      count += 1;
    }
    slots[base + Field.PAGES] = count;
    used += count;
  }
  head[Head.PAGES_USED] = used;
  head[Head.FREE_PAGES] = 0;
  for (let page = isUsed.length - 1; page > 0; page -= 1) {
    if (isUsed[page] === 1) continue;
    pageLinks[page - 1] = int(head, Head.FREE_PAGES);
    head[Head.FREE_PAGES] = page;
  }
}
