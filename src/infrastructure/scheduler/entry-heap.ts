/** What the heap needs of its entries. */
export interface HeapEntry {
  /** Lower leaves first; no two are equal. */
  key: number;
  /** Its place, kept by the heap; -1 outside. */
  index: number;
}

/** A binary min-heap of objects; insert, extract and remove in O(log n). */
export class EntryHeap<E extends HeapEntry> {
  readonly #entries: E[] = [];

  get size(): number {
    return this.#entries.length;
  }

  /** In no order. */
  entries(): readonly E[] {
    return [...this.#entries];
  }

  insert(entry: E): void {
    this.#entries.push(entry);
    this.#rise(entry, this.#entries.length - 1);
  }

  extract(): E | undefined {
    const [first] = this.#entries;
    if (first !== undefined) this.remove(first);
    return first;
  }

  remove(entry: E): void {
    const last = this.#entries.pop();
    if (last === undefined) return;
    if (last !== entry) {
      // What fills the gap may belong above it or below it.
      this.#rise(last, entry.index);
      this.#sink(last, last.index);
    }
    entry.index = -1;
  }

  #rise(entry: E, from: number): void {
    let hole = from;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = this.#entries[parent] as E;
      if (above.key < entry.key) break;
      this.#put(above, hole);
      hole = parent;
    }
    this.#put(entry, hole);
  }

  #sink(entry: E, from: number): void {
    let hole = from;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && (this.#entries[child + 1] as E).key < (this.#entries[child] as E).key) child += 1;
      const below = this.#entries[child] as E;
      if (entry.key < below.key) break;
      this.#put(below, hole);
      hole = child;
    }
    this.#put(entry, hole);
  }

  #put(entry: E, index: number): void {
    this.#entries[index] = entry;
    entry.index = index;
  }
}
