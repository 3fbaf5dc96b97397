import { Writable } from 'node:stream';
import { expect } from 'chai';
import { WinstonLogger } from '../../src/infrastructure/logging/winston-logger.js';
import { HOSTILE_VALUES } from '../support/hostile-values.js';

function loggerTo(format: 'json' | 'pretty') {
  let text = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const lines = () => text.split('\n').slice(0, -1);
  const records = () => lines().map((line): unknown => JSON.parse(line));
  return { logger: WinstonLogger.to({ level: 'info', format, output }), lines, records };
}

const throwing = () => {
  throw new Error('hostile');
};

describe('WinstonLogger with JSON lines', () => {
  it('writes time, level, message and fields', () => {
    const { logger, records } = loggerTo('json');
    logger.child({ requestId: 'r1' }).child({ jobId: 'j1' }).warn('Slow\nanswer', { ms: 12 });
    const [record] = records();
    expect(record).to.include({ level: 'warn', message: 'Slow\nanswer', requestId: 'r1', jobId: 'j1', ms: 12 });
    expect(record)
      .to.have.property('time')
      .that.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('leaves out what is below its level, and parts may have another', () => {
    const { logger, records } = loggerTo('json');
    logger.debug('hidden');
    logger.withLevel('debug').child({ part: 'worker' }).debug('shown');
    logger.withLevel('error').warn('hidden');
    expect(records().map((record) => Object(record).message)).to.deep.equal(['shown']);
  });

  it('keeps the head of the line when fields have the same names', () => {
    const { logger, records } = loggerTo('json');
    logger.info('real', { message: 'field', level: 'fatal', time: 1 });
    expect(records()[0]).to.include({ message: 'real', level: 'info', field_message: 'field', field_level: 'fatal' });
  });

  it('writes an error with its stack and causes, and nothing else that it carries', () => {
    const { logger, records } = loggerTo('json');
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED', password: 's3cret' });
    logger.error('Failed', { error: new AggregateError([cause], 'all failed', { cause }) });
    const { error } = Object(records()[0]);
    expect(error).to.include({ name: 'AggregateError', message: 'all failed' });
    expect(error.stack).to.contain('winston-logger.test.ts');
    expect(error.cause).to.include({ message: 'connection refused', code: 'ECONNREFUSED' });
    expect(error.errors).to.have.length(1);
    expect(JSON.stringify(records())).not.to.contain('s3cret');
  });

  it('never throws, whatever the fields are', () => {
    const { logger, records } = loggerTo('json');
    const circular: Record<string, unknown> = { big: 10n, not: Number.NaN, run: throwing, sign: Symbol('s') };
    circular.self = circular;
    const looping = new Error('loop');
    looping.cause = looping;
    const badError = Object.defineProperty(new Error('x'), 'message', { get: throwing });
    const badProxy = new Proxy({}, { ownKeys: throwing, get: throwing, getPrototypeOf: throwing });
    const badJson = {
      toJSON: throwing,
      get secret() {
        return throwing();
      },
    };
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    const empty = Object.create(null);
    const date = new Date(Number.NaN);
    logger.info('odd', { circular, looping, badError, badProxy, badJson, deep, empty, date, long: 'x'.repeat(1e6) });
    logger.child(badProxy).info('hostile child', badProxy);
    const untyped = logger as unknown as { info(...args: unknown[]): void };
    untyped.info(undefined, null);
    untyped.info(circular, 'text');
    const [odd, child, ...others] = records();
    expect(odd).to.have.property('circular').that.deep.equals({
      big: '10',
      not: 'NaN',
      run: '[function]',
      sign: 'Symbol(s)',
      self: '[circular]',
    });
    expect(odd).to.deep.include({ badProxy: '[unreadable]', empty: {}, date: 'Invalid Date' });
    expect(odd).to.have.nested.property('badJson.secret', '[unreadable]');
    expect(odd).to.have.nested.property('looping.cause', '[circular]');
    expect(odd).to.have.property('long').with.length.below(20_000);
    expect(child).to.include({ message: 'hostile child' });
    expect(others).to.have.length(2);
  });

  for (const [what, make] of Object.entries(HOSTILE_VALUES)) {
    for (const format of ['json', 'pretty'] as const) {
      it(`is bounded in work and length for ${what}, as ${format}`, () => {
        const { logger, lines } = loggerTo(format);
        const value = make();
        const untyped = logger as unknown as Record<'info' | 'child', (...args: unknown[]) => WinstonLogger>;
        const startedAt = performance.now();
        untyped.info('a field', { value });
        untyped.info('fields', value);
        untyped.info(value);
        untyped.child(value).child({ value }).info('a child');
        expect(performance.now() - startedAt).to.be.below(4 * 50);
        expect(lines().length).to.be.at.least(4);
        expect(lines().join('').length).to.be.below(4 * 60_000);
      });
    }
  }

  it('shows that something was left out', () => {
    const { logger, records } = loggerTo('json');
    logger.info('many', { list: Array.from({ length: 101 }, (_, i) => i), text: 'x'.repeat(20_000), last: 1 });
    const { list, text } = Object(records()[0]);
    expect(list).to.have.length(101);
    expect(list[100]).to.equal('…');
    expect(text).to.match(/x…$/);
  });

  it('keeps the fields of its owner before those of the line', () => {
    const { logger, records } = loggerTo('json');
    logger
      .child({ job_id: 'j1' })
      .child({ noise: Array(100).fill('x'.repeat(1_000)) })
      .info('hello', { ms: 3 });
    expect(records()[0]).to.include({ job_id: 'j1', ms: 3 });
  });

  it('takes a message of any kind', () => {
    const { logger, records } = loggerTo('json');
    const untyped = logger as unknown as { info(message: unknown): void };
    for (const message of [{ toString: 1 }, new Error('boom'), Symbol('s'), null, 1n]) untyped.info(message);
    const messages = records().map((record) => String(Object(record).message));
    expect(messages[0]).to.equal('{ toString: 1 }');
    expect(messages[1]).to.include("message: 'boom'");
    expect(messages.slice(2)).to.deep.equal(['Symbol(s)', 'null', '1']);
  });
});

describe('WinstonLogger with pretty lines', () => {
  it('writes one line with the fields behind the message', () => {
    const { logger, lines } = loggerTo('pretty');
    logger.info('Job succeeded', { type: 'demo.success', data: { a: 1 }, note: 'two words' });
    expect(lines()).to.have.length(1);
    expect(lines()[0])
      .to.contain('info')
      .and.to.contain('Job succeeded type=demo.success data={"a":1} note="two words"');
  });

  it('lets no text forge a line or drive the terminal', () => {
    const { logger, lines } = loggerTo('pretty');
    logger.info('a\nb\u001b[2J', { field: 'c\nd' });
    expect(lines()).to.have.length(1);
    expect(lines()[0]).to.contain('a\\nb\\u001b[2J').and.to.contain('field="c\\nd"');
  });

  it('writes the stack of an error and of its cause on lines of their own', () => {
    const { logger, lines } = loggerTo('pretty');
    logger.error('Failed', { error: new Error('outer', { cause: new TypeError('inner') }) });
    expect(lines()[0]).to.match(/Failed error="outer"$/);
    expect(lines()[1]).to.match(/^Error: outer/);
    expect(lines().some((line) => line.startsWith('caused by TypeError: inner'))).to.equal(true);
  });
});
