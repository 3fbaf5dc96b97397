import { expect } from 'chai';
import { defineHandler } from '../../../src/interfaces/worker/define-handler.js';

describe('defineHandler', () => {
  const handle = () => 'done';

  it('fills in the defaults', () => {
    const handler = defineHandler({ handle });
    expect(handler).to.deep.equal({
      run: 'thread',
      lease: 'auto',
      timeoutSeconds: undefined,
      payloadSchema: undefined,
      example: undefined,
      handle,
    });
  });

  it('keeps what is given, and accepts a handler that it made itself', () => {
    const payloadSchema = { type: 'object' };
    const handler = defineHandler({ run: 'inline', lease: 'manual', timeoutSeconds: 0.5, payloadSchema, handle });
    expect(handler).to.include({ run: 'inline', lease: 'manual', timeoutSeconds: 0.5, payloadSchema });
    expect(defineHandler(handler)).to.deep.equal(handler);
  });

  const mistakes: readonly [object | null, string][] = [
    [{ handle, run: 'process' }, '"run"'],
    [{ handle, run: null }, '"run"'],
    [{ handle, lease: 'none' }, '"lease"'],
    [{ handle, timeoutSeconds: 0 }, '"timeoutSeconds"'],
    [{ handle, timeoutSeconds: '5' }, '"timeoutSeconds"'],
    [{ handle, timeoutSeconds: Number.POSITIVE_INFINITY }, '"timeoutSeconds"'],
    [{ handle, payloadSchema: 'object' }, '"payloadSchema"'],
    [{ handle, payloadSchema: [] }, '"payloadSchema"'],
    [{ handle, example: null }, '"example"'],
    [{ handle, example: () => 1 }, '"example"'],
    [{ handle, example: { at: Number.POSITIVE_INFINITY } }, '"example"'],
    [{ handle, example: 'a\0' }, '"example"'],
    [{ handle: 'x' }, '"handle"'],
    [{}, '"handle"'],
    [{ handle, timeout: 5 }, '"timeout"'],
    [null, 'object'],
  ];
  for (const [options, named] of mistakes) {
    it(`refuses ${JSON.stringify(options)}, naming ${named}`, () => {
      expect(() => defineHandler(options as never)).to.throw(TypeError, named);
    });
  }
});
