import { expect } from 'chai';
import { ClosedSlices } from '../../src/infrastructure/persistence/closed-slices.js';

const ROW = { bucketMs: 1_000, count: 30 };

describe('ClosedSlices', () => {
  let reads: Array<readonly [number, number]>;
  let slices: ClosedSlices<number>;
  beforeEach(() => {
    reads = [];
    slices = new ClosedSlices(ROW, async (from, to) => {
      reads.push([from, to]);
      return new Map([[from, from]]);
    });
  });

  it('reads everything once, in stretches, and then what may still change', async () => {
    const row = await slices.upTo(100_500);
    expect(row.map(({ start }) => start)).to.deep.equal(Array.from({ length: 30 }, (_, n) => 71_000 + n * 1_000));
    expect(reads).to.deep.equal([
      [71_000, 83_000],
      [83_000, 95_000],
      [95_000, 101_000],
    ]);
    expect(row.map(({ value }) => value).filter((value) => value !== undefined)).to.deep.equal([
      71_000, 83_000, 95_000,
    ]);
    reads = [];
    const again = await slices.upTo(100_900);
    expect(again).to.have.length(30);
    // Ten seconds of grace: the slice that ended at 90,000 is over.
    expect(reads).to.deep.equal([[90_000, 101_000]]);
    expect(again[0]).to.deep.equal({ start: 71_000, value: 71_000 });
  });

  it('forgets what has moved out of the row', async () => {
    await slices.upTo(100_500);
    await slices.upTo(1_000_500);
    reads = [];
    await slices.upTo(1_000_600);
    expect(reads).to.deep.equal([[990_000, 1_001_000]]);
  });

  it('keeps what it has when a stretch cannot be read', async () => {
    const failing = new ClosedSlices<number>(ROW, async (from) => {
      reads.push([from, 0]);
      if (from === 83_000 && reads.length === 2) throw new Error('away');
      return new Map();
    });
    await failing.upTo(100_500).catch(() => undefined);
    await failing.upTo(100_500);
    expect(reads.map(([from]) => from)).to.deep.equal([71_000, 83_000, 83_000, 95_000]);
  });
});
