/** A binary min-heap: insert and extract in O(log n). `before(a, b)` says whether `a` must leave ahead of `b`. */
export class BinaryHeap<T> {
  readonly #items: T[] = [];

  constructor(private readonly before: (a: T, b: T) => boolean) {}

  get size(): number {
    return this.#items.length;
  }

  /** The next item to leave, which stays. */
  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let hole = items.length;
    items.push(item);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = items[parent] as T;
      if (!this.before(item, above)) break;
      items[hole] = above;
      hole = parent;
    }
    items[hole] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (items.length > 0) this.#sink(last as T);
    return top;
  }

  /** Puts `item` at the root and lets it fall to its place. */
  #sink(item: T): void {
    const items = this.#items;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.before(items[child + 1] as T, items[child] as T)) child += 1;
      const below = items[child] as T;
      if (!this.before(below, item)) break;
      items[hole] = below;
      hole = child;
    }
    items[hole] = item;
  }
}
