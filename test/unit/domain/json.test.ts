import { expect } from 'chai';
import { findJsonProblem, isStorableText, type JsonValue, toStorableText } from '../../../src/domain/json.js';

const nested = (depth: number): JsonValue => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

describe('findJsonProblem', () => {
  for (const value of [
    null,
    0,
    -0,
    '',
    'é😀',
    [],
    {},
    [1, { a: [true] }],
    { __proto__: null },
    nested(100),
  ] as JsonValue[]) {
    it(`accepts ${JSON.stringify(value).slice(0, 40)}`, () => {
      expect(findJsonProblem(value)).to.equal(undefined);
    });
  }

  const bad: readonly [string, string, readonly string[], RegExp][] = [
    ['NUL in a string', '{"a":{"b":"x\\u0000y"}}', ['a', 'b'], /NUL/],
    ['NUL in a key', '{"a":{"x\\u0000":1}}', ['a', 'x\0'], /key/],
    ['a lone high surrogate', '["\\ud83d"]', ['0'], /surrogate/],
    ['a lone low surrogate', '["ok","\\ude00"]', ['1'], /surrogate/],
    ['a lone surrogate in a key', '{"\\ud83d":1}', ['\ud83d'], /key/],
    ['a number that overflows', '{"n":1e400}', ['n'], /finite/],
    ['a root that overflows', '-1e400', [], /finite/],
  ];
  for (const [name, text, path, message] of bad) {
    it(`finds ${name} and says where`, () => {
      const problem = findJsonProblem(JSON.parse(text));
      expect(problem?.path).to.deep.equal(path);
      expect(problem?.message).to.match(message);
    });
  }

  it('finds one level too many, and does not overflow on 100,000', () => {
    expect(findJsonProblem(nested(101))?.message).to.match(/100 levels/);
    expect(findJsonProblem(nested(100_000))?.message).to.match(/100 levels/);
    expect(findJsonProblem(JSON.parse(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`))?.message).to.match(/100 levels/);
  });

  it('sees an own __proto__ key', () => {
    expect(findJsonProblem(JSON.parse('{"__proto__":{"x":"\\u0000"}}'))?.path).to.deep.equal(['__proto__', 'x']);
  });
});

describe('storable text', () => {
  it('has neither NUL nor a lone surrogate', () => {
    expect(['', 'x', 'é😀\u2028', '\u0001'].map(isStorableText)).to.deep.equal([true, true, true, true]);
    expect(['\0', 'a\ud83d', '\ude00b', '\ude00\ud83d'].map(isStorableText)).to.deep.equal([
      false,
      false,
      false,
      false,
    ]);
  });

  it('is made by replacing them', () => {
    expect(toStorableText('a\0b\ud83dc😀')).to.equal('a\uFFFDb\uFFFDc😀');
  });
});
