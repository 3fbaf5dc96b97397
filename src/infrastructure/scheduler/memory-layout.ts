/**
 * Where everything of the shared queue lies. Two buffers: `control` holds the lock, the conditions, the slots and the
 * heap, `pages` holds the bytes of payloads and results. Both are zero at first, and memory that was never touched costs
 * address space only; that is why free lists grow from a watermark instead of being linked up front.
 */

/** Indices into `words`, which are accessed by `Atomics` only. Each has a cache line of its own. */
export const Word = { LOCK: 0, NOT_EMPTY: 16, NOT_FULL: 32, SPACE_FREED: 48, BELL: 64 } as const;
const WORD_COUNT = 80;

/** Indices into `head`, which is guarded by the lock. Lists hold a slot or page number plus one, so that 0 is "none". */
export const Head = {
  CLOSED: 0,
  /** Queued tasks: the size of the heap. */
  QUEUED: 1,
  RUNNING: 2,
  /** Slots that are not free: queued, running, done, or being read. */
  USED: 3,
  FREE_SLOTS: 4,
  SLOTS_TOUCHED: 5,
  FREE_PAGES: 6,
  PAGES_TOUCHED: 7,
  PAGES_USED: 8,
  DONE_FIRST: 9,
  DONE_LAST: 10,
  /** The slot whose end is being entered in the totals, plus one. */
  JOURNAL: 11,
  /** How many may sleep on the condition of that name, and were not signalled. */
  NOT_EMPTY_SLEEPERS: 12,
  NOT_FULL_SLEEPERS: 13,
  SPACE_FREED_SLEEPERS: 14,
  /** The home thread has submissions waiting for room, and wants the bell when there is some. */
  BELL_ON_ROOM: 15,
  /** The home thread has not started all its threads, and wants the bell for each submission. */
  BELL_ON_SUBMIT: 16,
} as const;
const HEAD_COUNT = 32;

/** Indices into `totals`, guarded by the lock. The three `NEXT_…` are the journal's. */
export const Total = {
  SEQUENCE: 0,
  COMPLETED: 1,
  FAILED: 2,
  LATENCY_MS: 3,
  REJECTED: 4,
  NEXT_COMPLETED: 5,
  NEXT_FAILED: 6,
  NEXT_LATENCY_MS: 7,
} as const;
const TOTAL_COUNT = 8;

/** The fields of a slot in `slots`. */
export const Field = {
  STATE: 0,
  /** The thread that runs the task: its number plus one. */
  OWNER: 1,
  FLAGS: 2,
  /** The next slot of the free list or of the done list, plus one. */
  NEXT: 3,
  HEAP_INDEX: 4,
  FIRST_PAGE: 5,
  PAGES: 6,
  NAME_BYTES: 7,
  ID_BYTES: 8,
  ARGS_BYTES: 9,
  RESULT_BYTES: 10,
  OUTCOME: 11,
} as const;
export const SLOT_FIELDS = 16;

/** The fields of a slot in `times`. */
export const Time = { KEY: 0, SUBMITTED_AT: 1, TAKEN_AT: 2, NUMBER: 3 } as const;
export const SLOT_TIMES = 4;

/** `Field.STATE` is the truth about a slot and is written last; the rest of `head` and the heap can be rebuilt from it. */
export const State = { FREE: 0, QUEUED: 1, RUNNING: 2, DONE: 3, COLLECTED: 4 } as const;

export const PAGE_BYTES = 4096;

/** What another thread needs to attach to a queue. Can be posted, or given as `workerData`. */
export interface QueueHandle {
  readonly control: SharedArrayBuffer;
  readonly pages: SharedArrayBuffer;
  /** The most tasks that may be queued. */
  readonly capacity: number;
  readonly slotCount: number;
  readonly pageCount: number;
}

/** The views of one thread on the memory of a queue. */
export interface QueueMemory extends Omit<QueueHandle, 'control' | 'pages'> {
  readonly words: Int32Array;
  readonly head: Int32Array;
  readonly totals: Float64Array;
  readonly slots: Int32Array;
  readonly times: Float64Array;
  readonly heapKeys: Float64Array;
  readonly heapSlots: Int32Array;
  readonly pageLinks: Int32Array;
  readonly pages: Uint8Array;
}

/** @param extraSlots room for tasks that run and for results that nobody has read yet */
export function createQueueMemory(capacity: number, extraSlots: number, pageBytes: number): QueueHandle {
  const slotCount = capacity + extraSlots;
  const pageCount = Math.max(slotCount, Math.ceil(pageBytes / PAGE_BYTES));
  const doubles = TOTAL_COUNT + slotCount * SLOT_TIMES + capacity;
  const integers = WORD_COUNT + HEAD_COUNT + slotCount * SLOT_FIELDS + capacity + pageCount;
  return {
    control: new SharedArrayBuffer(doubles * 8 + integers * 4),
    pages: new SharedArrayBuffer(pageCount * PAGE_BYTES),
    capacity,
    slotCount,
    pageCount,
  };
}

/** Lays the views over the buffers of `handle`. */
export function attachQueueMemory({ control, pages, capacity, slotCount, pageCount }: QueueHandle): QueueMemory {
  let offset = 0;
  const doubles = (length: number) => {
    offset += length * 8;
    return new Float64Array(control, offset - length * 8, length);
  };
  const integers = (length: number) => {
    offset += length * 4;
    return new Int32Array(control, offset - length * 4, length);
  };
  return {
    // Doubles first: they must lie on multiples of eight.
    totals: doubles(TOTAL_COUNT),
    times: doubles(slotCount * SLOT_TIMES),
    heapKeys: doubles(capacity),
    words: integers(WORD_COUNT),
    head: integers(HEAD_COUNT),
    slots: integers(slotCount * SLOT_FIELDS),
    heapSlots: integers(capacity),
    pageLinks: integers(pageCount),
    pages: new Uint8Array(pages),
    capacity,
    slotCount,
    pageCount,
  };
}

/** Reads a cell whose index is known to be inside. */
export const int = (cells: Int32Array, index: number): number => cells[index] as number;

/** Reads a cell whose index is known to be inside. */
export const float = (cells: Float64Array, index: number): number => cells[index] as number;

/** Adds to a cell under the lock. */
export function add(cells: Int32Array, index: number, amount: number): void {
  cells[index] = int(cells, index) + amount;
}
