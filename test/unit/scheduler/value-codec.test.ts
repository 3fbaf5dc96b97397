import { deepStrictEqual } from 'node:assert/strict';
import { deserialize, serialize } from 'node:v8';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  decodeArgs,
  decodeResult,
  encodeResult,
  encodeTask,
} from '../../../src/infrastructure/scheduler/task-codec.js';
import { decodeValue, encodeValue } from '../../../src/infrastructure/scheduler/value-codec.js';

const throughV8 = (value: unknown): unknown => deserialize(serialize(value));
const throughCodec = (value: unknown): unknown => decodeValue(Buffer.from(encodeValue(value)));
/** What V8 writes begins with 0xff. */
const isLeftToV8 = (value: unknown): boolean => encodeValue(value)[0] === 0xff;

const leaf = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 1_000 }),
  fc.string({ unit: fc.integer({ min: 0xd700, max: 0xe100 }).map((code) => String.fromCharCode(code)) }),
  fc.double(),
  fc.integer(),
  fc.constantFrom(undefined, null, true, false, Number.NaN, -0, Number.MAX_VALUE),
  fc.bigInt(),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array(),
);
const anything = fc.oneof(
  fc.anything({
    values: [leaf],
    key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toJSON', 'length', '0')),
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withNullPrototype: true,
    withBoxedValues: true,
    withTypedArray: true,
  }),
  fc.jsonValue(),
  leaf,
);

describe('What crosses to a thread', () => {
  it('comes back as v8.serialize would give it back', () => {
    fc.assert(
      fc.property(anything, (value) => {
        deepStrictEqual(throughCodec(value), throughV8(value));
      }),
      { numRuns: 3_000 },
    );
  });

  it('comes back so as arguments and as a result, too', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 4 }), (args) => {
        const { parts } = encodeTask({ payload: { module: '/tasks.mjs', args } }, 0, 0);
        deepStrictEqual(decodeArgs(Buffer.from(parts[2])), throughV8(args));
        const result = decodeResult(Buffer.from(encodeResult(args[0])));
        deepStrictEqual(result, throughV8(args[0]));
      }),
      { numRuns: 1_000 },
    );
  });

  const shared = { name: 'once' };
  const circle: unknown[] = [];
  circle.push({ circle });
  class Point {
    x = 1;
    toJSON(): string {
      return 'not this';
    }
  }
  const special: Record<string, unknown> = {
    'an object that is met twice': [shared, shared],
    'a circle': circle,
    'an array with a hole': Object.assign(new Array(3), { 0: 1, 2: 3 }),
    'an array with a hole and a name': Object.assign(new Array(2), { 0: 1, name: 'one' }),
    'an array with a name': /(?<letter>a)/u.exec('cab'),
    'an instance of a class': new Point(),
    'a hidden toJSON': Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 'not this' }),
    'a getter': {
      get now() {
        return 5;
      },
    },
    'a member of undefined': { a: undefined },
    'an own __proto__': JSON.parse('{"__proto__": {"a": 1}}'),
    'a subclass of Array': new (class List extends Array<number> {})(1, 2, 3),
    'an object of many members': Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key${index}`, index])),
    'a deep object': Array.from({ length: 50 }).reduce((inner) => ({ inner }), null),
    'a long text inside': { text: 'ä'.repeat(10_000) },
  };
  for (const [name, value] of Object.entries(special)) {
    it(`${name} comes back as v8.serialize would give it back`, () => {
      deepStrictEqual(throughCodec(value), throughV8(value));
    });
  }

  it('keeps it that an object that is met twice is one', () => {
    const [first, second] = throughCodec([shared, shared]) as [object, object];
    expect(first).to.equal(second);
  });

  const refused = { 'a function': () => {}, 'a proxy': new Proxy({ a: 1 }, {}), 'a symbol': Symbol('a') };
  for (const [name, value] of Object.entries(refused)) {
    it(`refuses ${name} as v8.serialize does, also inside`, () => {
      for (const attempt of [value, [value], { value }]) {
        expect(() => serialize(attempt)).to.throw();
        expect(() => encodeValue(attempt)).to.throw();
      }
    });
  }

  it('takes the cheap way for what is common', () => {
    const plain = { id: 17, name: 'crop', to: [640, 480], isLossless: false, by: null };
    for (const value of [[plain], plain, [50_000], 'x'.repeat(1_024), true]) expect(isLeftToV8(value)).to.equal(false);
    for (const value of [[undefined], new Map(), 5n]) expect(isLeftToV8(value)).to.equal(true);
  });
});
