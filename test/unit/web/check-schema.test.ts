import { expect } from 'chai';
import { schemaFaults } from '../../../src/interfaces/web/client/json/check-schema.js';

const schema = {
  type: 'object',
  required: ['invoice'],
  additionalProperties: false,
  properties: {
    invoice: { type: 'integer', minimum: 1, maximum: 9 },
    tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 3 } },
    mode: { enum: ['fast', 'slow'] },
    fixed: { const: { a: 1 } },
    any: true,
    note: { type: ['string', 'null'] },
  },
};

describe('the check of a payload by its schema', () => {
  it('finds nothing wrong with what is right', () => {
    const good = { invoice: 5, tags: ['a', '😀😀😀'], mode: 'fast', fixed: { a: 1 }, any: [1], note: null };
    expect(schemaFaults(schema, good)).to.deep.equal([]);
    expect(schemaFaults(null, 1)).to.deep.equal([]);
    expect(schemaFaults(true, 1)).to.deep.equal([]);
    expect(schemaFaults({ pattern: '^a' }, 'b')).to.deep.equal([]);
  });

  for (const [value, faults] of [
    [[], ['payload must be object']],
    [{}, ['invoice: is missing']],
    [{ invoice: 1.5 }, ['invoice: must be integer']],
    [{ invoice: 0 }, ['invoice: must be at least 1']],
    [{ invoice: 10 }, ['invoice: must be at most 9']],
    [
      { invoice: 1, tags: ['', 'abcd', 1] },
      [
        'tags[0]: must have at least 1 characters',
        'tags[1]: must have at most 3 characters',
        'tags[2]: must be string',
      ],
    ],
    [{ invoice: 1, mode: 'x' }, ['mode: must be one of "fast", "slow"']],
    [{ invoice: 1, fixed: {} }, ['fixed: must be {"a":1}']],
    [{ invoice: 1, constructor: 1 }, ['constructor: is not known']],
    [{ invoice: 1, note: 1 }, ['note: must be string or null']],
  ] as const) {
    it(`finds: ${faults[0]}`, () => {
      expect(schemaFaults(schema, value)).to.deep.equal(faults);
    });
  }
});
