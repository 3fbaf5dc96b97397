/** `levels` of 100 references to the same array: 100 ** levels entries when written out. */
function billionLaughs(levels: number): unknown {
  let value: unknown = ['lol'];
  for (let level = 0; level < levels; level += 1) value = Array(100).fill(value);
  return value;
}

/** Objects of which each holds all the others. */
function mutuallyLinked(count: number): unknown {
  const nodes = Array.from({ length: count }, (_, id): Record<string, unknown> => ({ id }));
  for (const from of nodes) for (const to of nodes) if (from !== to) from[`to${to.id}`] = to;
  return nodes[0];
}

/** Every look at `next` finds another object. */
function endless(): object {
  return {
    get next() {
      return endless();
    },
    get spin(): never {
      for (;;);
    },
  };
}

function longCauses(count: number): Error {
  let error = new Error('the first');
  for (let i = 0; i < count; i += 1) error = new Error('x'.repeat(100_000), { cause: error });
  return error;
}

const trap = () => {
  throw new Error('trapped');
};

/** Values that cost a careless reader for ever, all memory, or an exception. By what they are; made anew each time. */
export const HOSTILE_VALUES: Readonly<Record<string, () => unknown>> = {
  'shared references': () => billionLaughs(5),
  'an error full of shared references': () => Object.assign(new Error(''), { message: billionLaughs(5) }),
  'an error caused by shared references': () => new Error('outer', { cause: billionLaughs(5) }),
  'an aggregate of shared errors': () => {
    let error = new Error('one');
    for (let level = 0; level < 5; level += 1) error = new AggregateError(Array(100).fill(error), 'many');
    return error;
  },
  '16 linked objects': () => mutuallyLinked(16),
  '200 linked objects': () => mutuallyLinked(200),
  'shared references in a map': () => new Map([['a', new Set([billionLaughs(5)])]]),
  'a wide table': () =>
    Array.from({ length: 1_000 }, () => Array.from({ length: 100 }, (_, k) => ({ k, text: 'x'.repeat(50) }))),
  'many long texts': () => Array(100).fill('x'.repeat(100_000)),
  'long keys': () => Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`${i}${'k'.repeat(50_000)}`, i])),
  'a long chain of causes': () => longCauses(50),
  'an endless getter': endless,
  'a proxy of traps': () => new Proxy({}, { get: trap, getPrototypeOf: trap, ownKeys: trap, has: trap }),
  'a prototype of traps': () => Object.create(new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap })),
  'a large buffer': () => Buffer.alloc(20_000_000),
  'a String object': () => new String('x'.repeat(2_000_000)),
  'a huge BigInt': () => 1n << 20_000_000n,
  'an object that is no text': () => ({ toString: 1, valueOf: 2, [Symbol.toPrimitive]: trap, toJSON: trap }),
  'a date of another mind': () => Object.assign(new Date(0), { toISOString: trap, toJSON: trap, getTime: trap }),
  'an array that is sparse': () => new Array(4_000_000_000),
};
