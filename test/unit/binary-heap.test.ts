import { expect } from 'chai';
import { BinaryHeap } from '../../src/infrastructure/persistence/binary-heap.js';
import { seededRandom } from '../support/seeded-random.js';

const SEED = 20_240_601;

describe('BinaryHeap', () => {
  it('is empty at first', () => {
    const heap = new BinaryHeap<number>((a, b) => a < b);
    expect([heap.size, heap.peek(), heap.pop(), heap.size]).to.deep.equal([0, undefined, undefined, 0]);
  });

  it(`gives random items back sorted (seed ${SEED})`, () => {
    const random = seededRandom(SEED);
    for (let size = 0; size < 200; size += 1) {
      const items = Array.from({ length: size }, () => Math.floor(random() * 50));
      const heap = new BinaryHeap<number>((a, b) => a < b);
      for (const item of items) heap.push(item);
      const given = items.map(() => heap.pop());
      expect(given).to.deep.equal(items.sort((a, b) => a - b));
      expect(heap.size).to.equal(0);
    }
  });

  it(`holds its order while items come and go (seed ${SEED})`, () => {
    const random = seededRandom(SEED);
    const heap = new BinaryHeap<number>((a, b) => a > b);
    const model: number[] = [];
    for (let step = 0; step < 5_000; step += 1) {
      if (random() < 0.55) {
        const item = random();
        heap.push(item);
        model.push(item);
      } else {
        const largest = model.length === 0 ? undefined : Math.max(...model);
        expect(heap.peek()).to.equal(largest);
        expect(heap.pop()).to.equal(largest);
        if (largest !== undefined) model.splice(model.indexOf(largest), 1);
      }
      expect(heap.size).to.equal(model.length);
    }
  });
});
