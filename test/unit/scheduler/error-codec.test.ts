import { expect } from 'chai';
import { decodeThrown, encodeThrown } from '../../../src/infrastructure/scheduler/error-codec.js';
import { ModuleLoadError } from '../../../src/infrastructure/scheduler/errors.js';
import { rejection } from '../../support/rejection.js';

const sent = (thrown: unknown) => decodeThrown(encodeThrown(thrown));

describe('Errors from a thread', () => {
  for (const known of [RangeError, TypeError, SyntaxError, ModuleLoadError]) {
    it(`arrive as ${known.name}, with message and stack`, () => {
      const error = new known('why');
      const arrived = sent(error) as Error;
      expect(arrived).to.be.instanceOf(known).and.to.include({ name: known.name, message: 'why', stack: error.stack });
      expect(Object.keys(arrived)).to.deep.equal(Object.keys(error));
    });
  }

  it('keep a name of their own, as an Error', () => {
    class PaymentError extends Error {
      override readonly name = 'PaymentError';
    }
    const arrived = sent(new PaymentError('refused')) as Error;
    expect(arrived).to.be.instanceOf(Error).and.to.include({ name: 'PaymentError', message: 'refused' });
    expect(String(arrived)).to.equal('PaymentError: refused');
  });

  it('keep properties that can be sent, and lose the others', () => {
    const error = Object.assign(new Error('x'), { code: 'E', detail: { n: [1] }, when: new Date(5), send: () => {} });
    const arrived = sent(error) as typeof error;
    expect({ ...arrived }).to.deep.equal({ code: 'E', detail: { n: [1] }, when: new Date(5) });
  });

  it('keep their causes, down to a depth', () => {
    const deepest = new Error('0');
    const chain = Array.from({ length: 20 }).reduce<Error>((cause, _, n) => new Error(`${n + 1}`, { cause }), deepest);
    const messages: string[] = [];
    for (let error = sent(chain) as Error | undefined; error !== undefined; error = error.cause as Error | undefined) {
      messages.push(error.message);
    }
    expect(messages).to.deep.equal(['20', '19', '18', '17', '16', '15']);
  });

  it('may be their own cause', () => {
    const error = new Error('again');
    error.cause = error;
    expect((sent(error) as Error).message).to.equal('again');
  });

  it('may hold a cause that is no error', () => {
    expect((sent(new Error('x', { cause: { reason: 7 } })) as Error).cause).to.deep.equal({ reason: 7 });
  });

  for (const value of ['text', 7, null, undefined, 5n, { a: [1] }]) {
    it(`may be no errors at all: ${String(value)}`, () => {
      expect(sent(value)).to.deep.equal(value);
    });
  }

  it('become a text if they cannot be sent', () => {
    expect(sent(Symbol('s'))).to.equal('Symbol(s)');
    expect(sent(rejection)).to.equal(String(rejection));
  });

  it('never fail themselves, however hostile', () => {
    const hostile = new Error('x');
    Object.defineProperty(hostile, 'message', {
      get() {
        throw new Error('no');
      },
    });
    expect(sent(hostile)).to.equal('A value that cannot be sent');
    expect(sent(Object.create(null))).to.deep.equal({});
  });
});
