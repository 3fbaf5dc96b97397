import { add, Head, int, PAGE_BYTES, type QueueMemory } from './memory-layout.js';

const NOTHING = Buffer.alloc(0);

/** Chains of pages that hold payloads and results. Pages are named by number plus one; 0 ends a chain. */
export class PageChains {
  readonly #text: Buffer;

  constructor(private readonly memory: QueueMemory) {
    this.#text = Buffer.from(memory.pages.buffer);
  }

  static pagesFor(bytes: number): number {
    return Math.ceil(bytes / PAGE_BYTES);
  }

  /**
   * Takes `count` pages, chained in front of `rest`. Under the lock.
   * @returns the first page of the chain, which is `rest` for a count of 0; 0 also if there are too few
   */
  allocate(count: number, rest = 0): number {
    const { head, pageLinks, pageCount } = this.memory;
    if (count > pageCount - int(head, Head.PAGES_USED)) return 0;
    let first = rest;
    for (let taken = 0; taken < count; taken += 1) {
      let page = int(head, Head.FREE_PAGES);
      if (page === 0) {
        add(head, Head.PAGES_TOUCHED, 1);
        page = int(head, Head.PAGES_TOUCHED);
      } else head[Head.FREE_PAGES] = int(pageLinks, page - 1);
      pageLinks[page - 1] = first;
      first = page;
    }
    add(head, Head.PAGES_USED, count);
    return first;
  }

  /** Gives a chain back. Under the lock. */
  release(first: number): void {
    const { head, pageLinks } = this.memory;
    for (let page = first; page !== 0; ) {
      const next = int(pageLinks, page - 1);
      pageLinks[page - 1] = int(head, Head.FREE_PAGES);
      head[Head.FREE_PAGES] = page;
      add(head, Head.PAGES_USED, -1);
      page = next;
    }
  }

  /** Writes `bytes` from position `start` of the chain on. The chain must be long enough, and the caller's. */
  write(first: number, start: number, bytes: Uint8Array): void {
    const { pages } = this.memory;
    let done = 0;
    this.#eachPiece(first, start, bytes.length, (from, length) => {
      pages.set(length === bytes.length ? bytes : bytes.subarray(done, done + length), from);
      done += length;
    });
  }

  /** Text in UTF-8. */
  readText(first: number, start: number, length: number): string {
    if (start + length > PAGE_BYTES) return this.read(first, start, length).toString();
    const from = (first - 1) * PAGE_BYTES + start;
    return this.#text.toString('utf8', from, from + length);
  }

  /** A copy: what is decoded from it may keep views of it, and the pages are used again. */
  read(first: number, start: number, length: number): Buffer {
    const { pages } = this.memory;
    if (length === 0) return NOTHING;
    const copy = Buffer.allocUnsafe(length);
    let done = 0;
    this.#eachPiece(first, start, length, (from, piece) => {
      copy.set(pages.subarray(from, from + piece), done);
      done += piece;
    });
    return copy;
  }

  #eachPiece(first: number, start: number, length: number, visit: (from: number, length: number) => void): void {
    const { pageLinks } = this.memory;
    let page = first;
    let position = start;
    let remaining = length;
    while (remaining > 0) {
      if (position >= PAGE_BYTES) position -= PAGE_BYTES;
      else {
        const piece = Math.min(remaining, PAGE_BYTES - position);
        visit((page - 1) * PAGE_BYTES + position, piece);
        remaining -= piece;
        position = 0;
      }
      page = int(pageLinks, page - 1);
    }
  }
}
