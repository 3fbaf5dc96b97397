import { expect } from 'chai';
import { failureText } from '../../../src/infrastructure/handlers/failure-text.js';
import { HOSTILE_VALUES } from '../../support/hostile-values.js';

describe('failureText', () => {
  const hostile = {
    get message(): string {
      throw new Error('no');
    },
  };
  const trap = () => {
    throw new Error('trapped');
  };
  const traps = { get: trap, getPrototypeOf: trap, ownKeys: trap, getOwnPropertyDescriptor: trap, has: trap };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const circular: Record<string, unknown> = { name: 'circle' };
  circular.self = circular;

  const cases: readonly [string, unknown, string | RegExp][] = [
    ['an error', new Error('boom'), 'boom'],
    ['an error of another kind', new TypeError('wrong'), 'wrong'],
    ['an error without a message', new RangeError(''), 'RangeError'],
    ['an error whose message is no string', Object.assign(new Error('x'), { message: { code: 1 } }), '{ code: 1 }'],
    ['an error with neither message nor name', Object.assign(new Error(''), { name: '' }), 'Error'],
    ['an error with a BigInt field', Object.assign(new Error('big'), { n: 1n }), 'big'],
    ['a string', 'boom', 'boom'],
    ['an empty string', '', 'The handler threw an empty string'],
    ['undefined', undefined, 'The handler threw undefined'],
    ['null', null, 'The handler threw null'],
    ['a number', 42, '42'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['an object', { code: 1 }, '{ code: 1 }'],
    ['a circular object', circular, "{ name: 'circle', self: '[circular]' }"],
    ['a function', () => undefined, '[function]'],
    ['a list of errors', [new Error('boom')], /name: 'Error',\s+message: 'boom'/],
    ['a map and a set', new Map([['a', new Set([1])]]), "[ [ 'a', [ 1 ] ] ]"],
    ['NUL', new Error('a\0b'), 'a\uFFFDb'],
    ['a lone surrogate', new Error('a\ud83d'), 'a\uFFFD'],
  ];
  for (const [what, thrown, text] of cases) {
    it(`shows ${what}`, () => {
      if (typeof text === 'string') expect(failureText(thrown)).to.equal(text);
      else expect(failureText(thrown)).to.match(text);
    });
  }

  it('never throws and is never empty, whatever is thrown', () => {
    const monsters = [
      hostile,
      Object.defineProperty(new Error('x'), 'message', { get: trap }),
      new Proxy({}, traps),
      new Proxy(new Error('x'), traps),
      new Proxy(() => undefined, traps),
      revoked.proxy,
      Object.create(null),
      { [Symbol.toStringTag]: 1, toString: trap, toJSON: trap, [Symbol.for('nodejs.util.inspect.custom')]: trap },
      () => undefined,
      class Thrown {},
    ];
    for (const monster of monsters) {
      const text = failureText(monster);
      expect(text).to.be.a('string').and.not.equal('');
      expect(text.length).to.be.at.most(8_000);
    }
  });

  for (const [what, make] of Object.entries(HOSTILE_VALUES)) {
    it(`is bounded in work and length for ${what}`, () => {
      const value = make();
      const startedAt = performance.now();
      const text = failureText(value);
      expect(performance.now() - startedAt).to.be.below(50);
      expect(text).not.to.equal('');
      expect(text.length).to.be.at.most(8_000);
    });
  }

  it('cuts long messages between two code points', () => {
    const text = failureText(new Error(`${'a'.repeat(7_999)}😀`));
    expect(text).to.equal('a'.repeat(7_999));
    expect(failureText(new Error('😀'.repeat(10_000)))).to.equal('😀'.repeat(4_000));
    expect(failureText(new Error('x'.repeat(20_000_000)))).to.have.length(8_000);
    expect(failureText({ text: 'x'.repeat(20_000_000) })).to.have.length(8_000);
  });
});
