import { threadId } from 'node:worker_threads';
import { expect } from 'chai';
import {
  attachQueueMemory,
  createQueueMemory,
  Head,
  int,
  PAGE_BYTES,
} from '../../../src/infrastructure/scheduler/memory-layout.js';
import { PageChains } from '../../../src/infrastructure/scheduler/page-chains.js';
import { SharedTaskQueue } from '../../../src/infrastructure/scheduler/shared-task-queue.js';
import { seededRandom } from '../../support/seeded-random.js';

const PAGES = 16;

describe('PageChains', () => {
  let pages: PageChains;
  let used: () => number;
  beforeEach(() => {
    const memory = attachQueueMemory(createQueueMemory(1, 1, PAGES * PAGE_BYTES));
    pages = new PageChains(memory);
    used = () => int(memory.head, Head.PAGES_USED);
  });

  const bytesOf = (length: number, seed = length) => {
    const random = seededRandom(seed);
    return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
  };

  it('takes all pages and no more, and has them again when they are given back', () => {
    for (let round = 0; round < 3; round += 1) {
      const first = pages.allocate(10);
      const second = pages.allocate(PAGES - 10);
      expect([first > 0, second > 0, used()]).to.deep.equal([true, true, PAGES]);
      expect(pages.allocate(1)).to.equal(0);
      pages.release(second);
      expect(pages.allocate(PAGES)).to.equal(0);
      pages.release(first);
      expect(used()).to.equal(0);
    }
  });

  it('takes nothing for nothing, and chains nothing in front of a chain', () => {
    expect([pages.allocate(0), used()]).to.deep.equal([0, 0]);
    const chain = pages.allocate(2);
    expect([pages.allocate(0, chain), used()]).to.deep.equal([chain, 2]);
    pages.release(0);
    expect(used()).to.equal(2);
  });

  for (const length of [0, 1, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 1, 3 * PAGE_BYTES, 5 * PAGE_BYTES - 3]) {
    it(`gives back ${length} bytes from any place in a chain of scattered pages`, () => {
      // Pages that were given back in another order are chained out of order.
      const chains = Array.from({ length: PAGES }, () => pages.allocate(1));
      for (const chain of [...chains.filter((_, n) => n % 3 === 0), ...chains.filter((_, n) => n % 3 !== 0)]) {
        pages.release(chain);
      }
      const chain = pages.allocate(7);
      for (const start of [0, 1, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 7]) {
        const bytes = bytesOf(length, start);
        pages.write(chain, start, bytes);
        expect(Buffer.compare(pages.read(chain, start, length), bytes)).to.equal(0);
      }
    });
  }

  it('keeps chains apart, and a copy that was read', () => {
    const [one, two] = [pages.allocate(2), pages.allocate(2)];
    const [mine, other] = [bytesOf(6_000, 1), bytesOf(6_000, 2)];
    pages.write(one, 0, mine);
    pages.write(two, 0, other);
    const copy = pages.read(one, 0, 6_000);
    pages.write(one, 0, Buffer.alloc(6_000));
    expect(Buffer.compare(copy, mine)).to.equal(0);
    expect(Buffer.compare(pages.read(two, 0, 6_000), other)).to.equal(0);
  });

  it('makes a chain longer in front', () => {
    const chain = pages.allocate(1);
    const longer = pages.allocate(2, chain);
    const bytes = bytesOf(3 * PAGE_BYTES);
    pages.write(longer, 0, bytes);
    expect(Buffer.compare(pages.read(longer, 0, bytes.length), bytes)).to.equal(0);
    pages.release(longer);
    expect(used()).to.equal(0);
  });

  it('reads text, also over the edge of a page', () => {
    const chain = pages.allocate(2);
    const text = 'größe 😀';
    for (const start of [0, 100, PAGE_BYTES - 5]) {
      pages.write(chain, start, Buffer.from(text));
      expect(pages.readText(chain, start, Buffer.byteLength(text))).to.equal(text);
    }
  });

  it('has room for a task without a single byte', () => {
    const queue = SharedTaskQueue.attach(createQueueMemory(1, 1, 0), threadId);
    const none = new Uint8Array(0);
    const task = { parts: [none, none, none], bytes: 0, priority: 0, flags: 0, submittedAt: 0, number: 0 } as const;
    expect(queue.submitSync(task)).to.equal(true);
    queue.finishOnly(queue.takeSync(), 0, 0);
    expect([queue.count(Head.USED), queue.count(Head.PAGES_USED)]).to.deep.equal([0, 0]);
  });
});
