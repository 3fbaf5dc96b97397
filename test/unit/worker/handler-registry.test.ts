import { expect } from 'chai';
import demoHandlers from '../../../src/interfaces/worker/demo-handlers.js';
import { handlerMap, InvalidHandlersError } from '../../../src/interfaces/worker/handler-map.js';
import { HandlerRegistry } from '../../../src/interfaces/worker/handler-registry.js';

describe('HandlerRegistry', () => {
  const registry = (handlers: object) => new HandlerRegistry(handlerMap(handlers, 'The test handlers'));
  const handle = () => 1;

  it('knows the types it was given, and nothing that objects inherit', () => {
    const known = registry({ 'a.b': { handle } });
    expect(known.names()).to.deep.equal(['a.b']);
    expect(known.get('a.b')).to.include({ handle });
    for (const type of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'A.B', '']) {
      expect(known.get(type), type).to.equal(undefined);
    }
  });

  it('lets later sources win', () => {
    const demo = handlerMap(demoHandlers, 'The demo handlers');
    const merged = new HandlerRegistry(demo, handlerMap({ 'demo.fail': { handle }, mine: { handle } }, 'mine'));
    expect(merged.names()).to.have.members([...Object.keys(demoHandlers), 'mine']);
    expect(merged.get('demo.fail')?.handle).to.equal(handle);
  });

  it('says what is wrong with a payload', () => {
    const payloadSchema = {
      type: 'object',
      required: ['to'],
      properties: { to: { type: 'string', format: 'email' }, sizes: { prefixItems: [{ type: 'integer' }] } },
    };
    const known = registry({
      mail: { handle, payloadSchema },
      free: { handle },
      never: { handle, payloadSchema: false },
    });
    expect(known.payloadProblems('mail', { to: 'x' })).to.deep.equal([]);
    expect(known.payloadProblems('mail', {})).to.deep.equal(["must have required property 'to'"]);
    expect(known.payloadProblems('mail', { to: 'x', sizes: ['s'] })).to.deep.equal(['/sizes/0 must be integer']);
    expect(known.payloadProblems('free', [1])).to.deep.equal([]);
    expect(known.payloadProblems('never', {})).to.have.length(1);
    expect(known.payloadProblems('unknown', {})).to.deep.equal([]);
  });

  it('tells what is known of a payload', () => {
    const payloadSchema = { type: 'object', required: ['to'] };
    const known = registry({ mail: { handle, payloadSchema, example: { to: 'x' } }, free: { handle, example: [1] } });
    expect(known.details('mail')).to.deep.include({ payloadSchema, example: { to: 'x' } });
    expect(known.details('free')).to.deep.include({ payloadSchema: undefined, example: [1] });
    expect(known.details('constructor')).to.equal(undefined);
  });

  it('refuses an example that breaks its schema, naming the type', () => {
    const payloadSchema = { type: 'object', required: ['to'] };
    const load = () => registry({ 'a.b': { handle, payloadSchema, example: {} } });
    expect(load).to.throw(InvalidHandlersError, 'The example of "a.b" does not match its payloadSchema');
  });

  it('has an example of each demo', () => {
    const demo = new HandlerRegistry(handlerMap(demoHandlers, 'The demo handlers'));
    for (const type of demo.names()) expect(demo.details(type)?.example, type).to.be.an('object');
  });

  it('allows two schemas with the same $id', () => {
    const withId = () => ({ handle, payloadSchema: { $id: 'https://example.com/payload', type: 'object' } });
    expect(registry({ a: withId(), b: withId() }).names()).to.have.length(2);
  });

  for (const payloadSchema of [{ type: 'strnig' }, { requird: ['a'] }, { $ref: '#/nowhere' }, { $async: true }]) {
    it(`refuses the schema ${JSON.stringify(payloadSchema)}, naming the type`, () => {
      expect(() => registry({ 'a.b': { handle, payloadSchema } })).to.throw(InvalidHandlersError, '"a.b"');
    });
  }
});
