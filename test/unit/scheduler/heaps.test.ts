import { expect } from 'chai';
import { EntryHeap } from '../../../src/infrastructure/scheduler/entry-heap.js';
import { attachQueueMemory, createQueueMemory } from '../../../src/infrastructure/scheduler/memory-layout.js';
import { SlotHeap } from '../../../src/infrastructure/scheduler/slot-heap.js';
import { seededRandom } from '../../support/seeded-random.js';

const CAPACITY = 200;
const SEED = 17;

/** Both heaps as a heap of keys. */
interface KeyHeap {
  readonly size: number;
  insert(key: number): void;
  extract(): number;
  remove(key: number): void;
}

const heaps: Readonly<Record<string, () => KeyHeap>> = {
  EntryHeap: () => {
    const heap = new EntryHeap<{ key: number; index: number }>();
    const entries = new Map<number, { key: number; index: number }>();
    return {
      get size() {
        return heap.size;
      },
      insert(key) {
        const entry = { key, index: -1 };
        entries.set(key, entry);
        heap.insert(entry);
      },
      extract() {
        const entry = heap.extract();
        expect(entry?.index).to.equal(-1);
        return entry?.key ?? Number.NaN;
      },
      remove(key) {
        heap.remove(entries.get(key) ?? { key, index: -1 });
      },
    };
  },
  SlotHeap: () => {
    const heap = new SlotHeap(attachQueueMemory(createQueueMemory(CAPACITY, 0, 0)));
    const slots = new Map<number, number>();
    const free = Array.from({ length: CAPACITY }, (_, slot) => slot);
    const release = (key: number) => {
      free.push(slots.get(key) ?? Number.NaN);
      slots.delete(key);
    };
    return {
      get size() {
        return heap.size;
      },
      insert(key) {
        const slot = free.pop() ?? Number.NaN;
        slots.set(key, slot);
        heap.insert(slot, key);
      },
      extract() {
        const slot = heap.extract();
        const [key = Number.NaN] = [...slots].find(([, candidate]) => candidate === slot) ?? [];
        release(key);
        return key;
      },
      remove(key) {
        heap.remove(slots.get(key) ?? Number.NaN);
        release(key);
      },
    };
  },
};

for (const [name, open] of Object.entries(heaps)) {
  describe(name, () => {
    it(`does in 20,000 random steps what a sorted array does (seed ${SEED})`, () => {
      const random = seededRandom(SEED);
      const heap = open();
      const sorted: number[] = [];
      for (let step = 0; step < 20_000; step += 1) {
        // The share of insertions swings, so that the heap fills up and empties again.
        const wantsMore = random() < 0.5 + 0.4 * Math.sin(step / 500);
        if (sorted.length === 0 || (wantsMore && sorted.length < CAPACITY)) {
          const key = random();
          heap.insert(key);
          sorted.push(key);
          sorted.sort((a, b) => a - b);
        } else if (random() < 0.5) {
          expect(heap.extract(), `step ${step}`).to.equal(sorted.shift());
        } else {
          const [key = Number.NaN] = sorted.splice(Math.floor(random() * sorted.length), 1);
          heap.remove(key);
        }
        expect(heap.size).to.equal(sorted.length);
      }
      expect(sorted.map(() => heap.extract())).to.deep.equal(sorted);
    });

    it('orders what comes sorted, either way', () => {
      const keys = Array.from({ length: CAPACITY }, (_, key) => key);
      for (const order of [keys, keys.toReversed()]) {
        const heap = open();
        for (const key of order) heap.insert(key);
        expect(keys.map(() => heap.extract())).to.deep.equal(keys);
      }
    });
  });
}

describe('EntryHeap, at its edges', () => {
  it('gives nothing when it is empty, and lists what it holds', () => {
    const heap = new EntryHeap<{ key: number; index: number }>();
    expect(heap.extract()).to.equal(undefined);
    const entries = [3, 1, 2].map((key) => ({ key, index: -1 }));
    for (const entry of entries) heap.insert(entry);
    expect(heap.entries()).to.have.members(entries);
  });
});
