import { expect } from 'chai';
import { MAX_STORABLE_BYTES, storableJson } from '../../../src/domain/storable-json.js';
import { HOSTILE_VALUES } from '../../support/hostile-values.js';

describe('storableJson', () => {
  it('copies what JSON can hold', () => {
    const value = { a: [1, 'x', null, true], b: { c: '😀' } };
    const stored = storableJson(value);
    expect(stored).to.deep.equal({ json: value });
    expect('json' in stored && stored.json).not.to.equal(value);
  });

  it('makes null of undefined, and follows toJSON', () => {
    expect(storableJson(undefined)).to.deep.equal({ json: null });
    expect(storableJson({ toJSON: () => undefined })).to.deep.equal({ json: null });
    expect(storableJson({ at: new Date(0), gone: undefined, list: [undefined] })).to.deep.equal({
      json: { at: '1970-01-01T00:00:00.000Z', list: [null] },
    });
  });

  it('keeps a key named __proto__ an own key', () => {
    const stored = storableJson(JSON.parse('{"__proto__": {"admin": true}}'));
    expect('json' in stored && Object.hasOwn(stored.json as object, '__proto__')).to.equal(true);
  });

  it('allows the same object twice, if not within itself', () => {
    const shared = { n: 1 };
    expect(storableJson([shared, { shared }, shared])).to.deep.equal({
      json: [{ n: 1 }, { shared: { n: 1 } }, { n: 1 }],
    });
  });

  it('allows 100 levels and 1 MiB, and no more', () => {
    const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(storableJson(nested(100))).to.have.property('json');
    expect(storableJson(nested(101))).to.deep.equal({ problem: 'it is nested deeper than 100 levels' });
    expect(storableJson(nested(100_000))).to.deep.equal({ problem: 'it is nested deeper than 100 levels' });
    // Two bytes are the quotation marks.
    expect(storableJson('x'.repeat(MAX_STORABLE_BYTES - 2))).to.have.property('json');
    expect(storableJson('x'.repeat(MAX_STORABLE_BYTES - 1)))
      .to.have.property('problem')
      .that.includes('larger');
    expect(storableJson('ä'.repeat(MAX_STORABLE_BYTES / 2)))
      .to.have.property('problem')
      .that.includes('larger');
    expect(storableJson({ ['k'.repeat(MAX_STORABLE_BYTES)]: 1 }))
      .to.have.property('problem')
      .that.includes('larger');
  });

  it('stops early at values that are far too large', () => {
    const wide = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000_000));
    expect(storableJson(wide)).to.have.property('problem').that.includes('larger');
    expect(storableJson(new Array(50_000_000)))
      .to.have.property('problem')
      .that.includes('larger');
  });

  it('stops early at long keys that are shared', () => {
    const keyed = { ['k'.repeat(100_000)]: 1 };
    const startedAt = performance.now();
    expect(storableJson(Array(100).fill(Array(100).fill(keyed))))
      .to.have.property('problem')
      .that.includes('larger');
    expect(performance.now() - startedAt).to.be.below(200);
    expect(storableJson({ ['k'.repeat(MAX_STORABLE_BYTES - 6)]: 1 })).to.have.property('json');
    expect(storableJson({ ['k'.repeat(MAX_STORABLE_BYTES)]: undefined })).to.deep.equal({ json: {} });
  });

  for (const [what, make] of Object.entries(HOSTILE_VALUES)) {
    // Getters and toJSON methods do run here: what they return is the value.
    if (what === 'an endless getter') continue;
    it(`takes bounded work for ${what}`, () => {
      const value = make();
      const startedAt = performance.now();
      storableJson(value);
      expect(performance.now() - startedAt).to.be.below(1_000);
    });
  }

  it('names what JSON cannot hold, and never throws', () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const thrower = (thrown: unknown) => ({
      toJSON: () => {
        throw thrown;
      },
    });
    expect(storableJson({ f: () => undefined })).to.deep.equal({ problem: 'it contains a function' });
    expect(storableJson(Symbol('s'))).to.deep.equal({ problem: 'it contains a symbol' });
    expect(storableJson([1n])).to.deep.equal({ problem: 'it contains a BigInt' });
    expect(storableJson([Number.NEGATIVE_INFINITY])).to.deep.equal({ problem: 'it contains the number -Infinity' });
    expect(storableJson(new String('\0')))
      .to.have.property('problem')
      .that.includes('NUL');
    expect(storableJson({ 'a\0': 1 }))
      .to.have.property('problem')
      .that.includes('NUL');
    for (const value of [Object(1n), revoked.proxy, thrower(revoked.proxy), thrower(undefined)]) {
      expect(storableJson(value)).to.deep.equal({ problem: 'it could not be converted to JSON' });
    }
  });
});
