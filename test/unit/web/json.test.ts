import { expect } from 'chai';
import fc from 'fast-check';
import { readEventPage, readEvents, readJob } from '../../../src/interfaces/web/client/api/read-job.js';
import { checkJson } from '../../../src/interfaces/web/client/json/check-json.js';
import { indentJson } from '../../../src/interfaces/web/client/json/indent-json.js';
import { kindOf, memberOf, partsOf } from '../../../src/interfaces/web/client/json/scan-json.js';

/** JSON texts in all their spacings. */
const jsonText = fc.tuple(fc.json(), fc.constantFrom(0, 1, '\t')).map(([text, space]) => {
  return JSON.stringify(JSON.parse(text), null, space);
});

const HUGE =
  '{"id": 12345678901234567890123, "price": 1.10, "exp": 1E5, "zero": -0, "s": "\\u0041\\/ }]\\"", "__proto__": [ ]}';

describe('JSON as it is written', () => {
  it('is cut into its parts without a change', () => {
    const parts = partsOf(HUGE);
    expect(parts.map(({ text }) => text)).to.deep.equal([
      '12345678901234567890123',
      '1.10',
      '1E5',
      '-0',
      '"\\u0041\\/ }]\\""',
      '[ ]',
    ]);
    expect(parts.at(-1)?.name).to.equal('__proto__');
  });

  it('has the parts that a parser sees, whatever it is', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const value: unknown = JSON.parse(text);
        const parts = partsOf(text);
        if (Array.isArray(value)) expect(parts.map((part) => JSON.parse(part.text))).to.deep.equal(value);
        else if (typeof value === 'object' && value !== null) {
          expect(Object.fromEntries(parts.map(({ name, text: own }) => [name, JSON.parse(own)]))).to.deep.equal(value);
        } else expect(parts).to.deep.equal([]);
      }),
    );
  });

  it('is indented without a change of any token', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(indentJson(text)).to.equal(JSON.stringify(JSON.parse(text), null, 2));
        expect(indentJson(indentJson(text))).to.equal(indentJson(text));
      }),
    );
    expect(indentJson(HUGE).replace(/\s/g, '')).to.equal(HUGE.replace(/\s/g, ''));
  });

  it('tells its kind', () => {
    const kinds = [' {}', '[', '"a"', '-1', 'true', 'null', 'false'].map(kindOf);
    expect(kinds).to.deep.equal(['object', 'array', 'string', 'number', 'word', 'word', 'word']);
  });

  it('is not descended into: depth is no danger', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(partsOf(deep)[0]?.text.length).to.equal(199_998);
  });

  it('keeps payload, result and data of what the API sends', () => {
    const job = readJob(`{"id":"a","payload": ${HUGE} ,"result":null,"status":"failed"}`);
    expect(job.payload).to.equal(HUGE);
    expect([job.result, job.status]).to.deep.equal(['null', 'failed']);
    const event = '{"id":1,"type":"progress","data":{"n":1.0}}';
    expect(readEvents(`[${event}]`)[0]?.data).to.equal('{"n":1.0}');
    expect(readEventPage(`{"next":null,"results":[${event}]}`).results[0]).to.deep.include({
      id: 1,
      data: '{"n":1.0}',
    });
    expect(memberOf('{"a":1,"a":2}', 'a')).to.equal('2');
    expect(memberOf('{}', 'a')).to.equal('null');
  });
});

describe('the check of JSON', () => {
  it('agrees with the parser', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ tu1-.e0na') })), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(checkJson(text) === undefined, text).to.equal(isJson);
      }),
      { numRuns: 1000 },
    );
  });

  for (const [text, line, column, message] of [
    ['{"a": x}', 1, 7, 'a value is expected here'],
    ['{\n  "a": 1,\n}', 3, 1, 'a name in double quotes is expected here'],
    ['[1,, 2]', 1, 4, 'a value is expected here'],
    ['{"a" 1}', 1, 6, 'a colon is expected here'],
    ["{'a': 1}", 1, 2, 'a name in double quotes or } is expected here'],
    ['[1}', 1, 3, 'a comma or a closing bracket is expected here'],
    ['{} x', 1, 4, 'nothing more is expected here'],
    ['1e400', 1, 1, 'this number is too large'],
    ['"a\nb"', 1, 1, 'a value is expected here'],
    ['[1', 1, 3, 'the text ends here, but a comma or a closing bracket is expected here'],
    ['01', 1, 2, 'nothing more is expected here'],
  ] as const) {
    it(`finds the place in ${JSON.stringify(text)}`, () => {
      expect(checkJson(text)).to.deep.equal({ message, line, column });
    });
  }
});
