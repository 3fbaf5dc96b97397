import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import type { JobContext } from '../../src/application/ports/handler.js';
import { PermanentError } from '../../src/domain/errors.js';
import { HOSTILE_VALUES } from '../support/hostile-values.js';
import { WorkerFixture } from '../support/worker-fixture.js';

function flood(context: JobContext): void {
  for (let n = 0; n < 200; n += 1) void context.progress('flood', { n });
}

describe('An attempt', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => {
    clock = useFakeTimers({ now: 1_700_000_000_000 });
  });
  afterEach(() => clock.restore());

  /** Runs one job to the end of its first attempt. */
  async function attempt(
    handle: (payload: never, context: JobContext) => unknown,
    options: object = {},
    fields: object = {},
  ) {
    const fixture = new WorkerFixture({ 'test.job': { run: 'inline', handle, ...options } });
    const id = await fixture.create('test.job', { given: [1] }, fields);
    fixture.runner.start();
    await clock.tickAsync(50);
    await fixture.stop(clock);
    return { fixture, id, job: fixture.job(id), types: fixture.eventTypes(id) };
  }

  it('stores what the handler returns', async () => {
    const { job, types } = await attempt(async () => ({ sum: 3, at: new Date(0) }));
    expect(job.status).to.equal('succeeded');
    expect(job.result).to.deep.equal({ sum: 3, at: '1970-01-01T00:00:00.000Z' });
    expect(types).to.deep.equal(['created', 'claimed', 'succeeded']);
  });

  it('takes data for success, whatever the data say', async () => {
    const { job } = await attempt(() => ({ success: false }));
    expect(job.status).to.equal('succeeded');
  });

  it('stores null for undefined', async () => {
    const { job } = await attempt(() => undefined);
    expect(job.status).to.equal('succeeded');
    expect(job.result).to.equal(null);
  });

  it('gives the handler a payload of its own', async () => {
    const { job } = await attempt((payload: { given: number[]; extra?: number }) => {
      payload.given.push(2);
      payload.extra = 1;
    });
    expect(job.payload).to.deep.equal({ given: [1] });
  });

  it('keeps a key named __proto__ in the payload an own key', async () => {
    const payload = JSON.parse('{"__proto__": {"admin": true}}');
    const seen: string[][] = [];
    await attempt((given: object) => seen.push(Object.keys(given)), {}, { payload });
    expect(seen).to.deep.equal([['__proto__']]);
    expect(Object.hasOwn(Object.prototype, 'admin')).to.equal(false);
  });

  const unstorable: Record<string, () => unknown> = {
    'a circular reference': () => {
      const self: Record<string, unknown> = {};
      self.self = self;
      return self;
    },
    BigInt: () => ({ n: 1n }),
    function: () => () => undefined,
    symbol: () => [Symbol('s')],
    'number NaN': () => ({ n: Number.NaN }),
    NUL: () => 'a\0b',
    'lone surrogate': () => ({ '\ud83d': 1 }),
    'deeper than 100': () => JSON.parse('['.repeat(101) + ']'.repeat(101)),
    'larger than 1048576 bytes': () => 'ä'.repeat(600_000),
  };
  for (const [reason, make] of Object.entries(unstorable)) {
    it(`fails with a reason and a retry when the result has: ${reason}`, async () => {
      const { job, types } = await attempt(make);
      expect(job.status).to.equal('queued');
      expect(job.lastError)
        .to.match(/^The handler's result cannot be stored: /)
        .and.include(reason);
      expect(types.at(-1)).to.equal('retry_scheduled');
    });
  }

  it('schedules a retry with the error and the backoff', async () => {
    const { job, fixture, id } = await attempt(() => {
      throw new Error('boom');
    });
    expect(job.lastError).to.equal('boom');
    expect(job.availableAt - job.updatedAt).to.equal(1_000);
    expect(fixture.events(id).at(-1)?.message).to.equal('boom');
  });

  it('fails for good after the last attempt', async () => {
    const { job, types } = await attempt(() => Promise.reject(undefined), {}, { maxAttempts: 1 });
    expect(job.status).to.equal('failed');
    expect(job.lastError).to.equal('The handler threw undefined');
    expect(types.at(-1)).to.equal('failed');
  });

  it('fails at once on a PermanentError, also on one of another copy of the package', async () => {
    class PermanentErrorOfAnotherCopy extends Error {
      override readonly name = 'PermanentError';
    }
    const renamed = Object.defineProperty(new PermanentError('no use'), 'name', { value: 'NotPayable' });
    for (const error of [new PermanentError('no use'), renamed, new PermanentErrorOfAnotherCopy('no use')]) {
      const { job } = await attempt(() => {
        throw error;
      });
      expect(job.status).to.equal('failed');
      expect(job.attempts).to.equal(1);
      expect(job.lastError).to.equal('no use');
    }
  });

  it('fails a job of an unknown type by the normal rules', async () => {
    for (const type of ['other.job', 'constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const { job, types } = await attempt(() => 'never called', {}, { type });
      expect(job.status).to.equal('queued');
      expect(job.lastError).to.equal(`No handler is registered for the type "${type}"`);
      expect(types).to.deep.equal(['created', 'claimed', 'retry_scheduled']);
    }
  });

  it('fails a payload that breaks the schema for good, and says how', async () => {
    const payloadSchema = { type: 'object', properties: { given: { type: 'string' } } };
    const { job } = await attempt(() => 'never called', { payloadSchema });
    expect(job.status).to.equal('failed');
    expect(job.lastError).to.equal('The payload is not valid: /given must be string');
  });

  it('survives a handler that recurses for ever', async () => {
    const recurse = (): number => recurse() + 1;
    const { job } = await attempt(recurse);
    expect(job.lastError).to.include('call stack');
  });

  it('writes all renewals and reports in the order of asking, before it settles', async () => {
    const { types, fixture, id } = await attempt((_payload, context) => {
      void context.progress('one', { n: 1 });
      void context.renew();
      void context.progress('two');
      void context.renew();
    });
    expect(types).to.deep.equal([
      'created',
      'claimed',
      'progress',
      'lease_renewed',
      'progress',
      'lease_renewed',
      'succeeded',
    ]);
    const reports = fixture.events(id).filter((event) => event.type === 'progress');
    expect(reports.map(({ message, data }) => ({ message, data }))).to.deep.equal([
      { message: 'one', data: { n: 1 } },
      { message: 'two', data: {} },
    ]);
  });

  it('drops a report that cannot be stored, and goes on', async () => {
    const { types, fixture, job } = await attempt(async (_payload, context) => {
      await context.progress('bad', { n: 1n });
      await context.progress('bad', { text: '\0' });
      await context.progress(`\0${'x'.repeat(9_000)}`, [1]);
    });
    expect(job.status).to.equal('succeeded');
    expect(types).to.deep.equal(['created', 'claimed', 'progress', 'succeeded']);
    const report = fixture.events(job.id)[2];
    expect(report?.message)
      .to.have.length(8_000)
      .and.match(/^\uFFFDx/);
    expect(report?.data).to.deep.equal({ value: [1] });
    expect(fixture.logger.messages('warn').filter((message) => message.startsWith('Progress dropped'))).to.have.length(
      2,
    );
  });

  it('closes the context when it ends', async () => {
    const kept: JobContext[] = [];
    const { fixture, id, job } = await attempt((_payload, context) => {
      kept.push(context);
    });
    const events = fixture.events(id).length;
    expect(await kept[0]?.renew()).to.equal(false);
    await kept[0]?.progress('too late');
    expect(fixture.events(id)).to.have.length(events);
    expect(fixture.job(id)).to.equal(job);
    expect(kept[0]?.signal.aborted).to.equal(false);
  });

  it('writes all reports that were asked for before the return, however many', async () => {
    const fixture = new WorkerFixture({
      flood: { handle: (_payload: unknown, context: JobContext) => flood(context) },
    });
    const id = await fixture.create('flood');
    fixture.runner.start();
    await clock.tickAsync(50);
    await fixture.stop(clock);
    expect(fixture.events(id).filter((event) => event.type === 'progress')).to.have.length(200);
    expect(fixture.eventTypes(id).at(-1)).to.equal('succeeded');
  });

  it('logs why it failed: the stack and the causes of the error, which the job does not keep', async () => {
    const { fixture, job } = await attempt(() => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    });
    expect(job.lastError).to.equal('fetch failed');
    const line = fixture.logger.lines.find(({ message }) => message === 'Retry scheduled');
    expect(line).to.have.property('level', 'warn');
    expect(line?.fields).to.include({ reason: 'fetch failed' });
    expect(line).to.have.nested.property('fields.error.stack').that.includes('worker-attempts.test');
    expect(line).to.have.nested.property('fields.error.cause.message', 'connect ECONNREFUSED');
  });

  it('logs a bounded part of a monstrous error, and nothing but the reason of what is none', async () => {
    for (const [name, make] of Object.entries(HOSTILE_VALUES)) {
      const { fixture } = await attempt(() => {
        throw make();
      });
      const line = fixture.logger.lines.find(({ message }) => message === 'Retry scheduled');
      expect(JSON.stringify(line).length, name).to.be.below(60_000);
      expect(Object.hasOwn(line?.fields ?? {}, 'error'), name).to.equal(
        name.startsWith('an error') || name.includes('errors') || name.includes('causes'),
      );
    }
  });

  it('tells the handler who it is, and marks the log lines with it', async () => {
    const seen: JobContext[] = [];
    const { fixture, id } = await attempt((_payload, context) => {
      seen.push(context);
      context.log.info('hello');
    });
    expect(seen[0]).to.include({ jobId: id, type: 'test.job', attempt: 1, maxAttempts: 3 });
    expect(seen[0]?.workerId).to.match(/^host:7:thread-1:[0-9a-f]{8}$/);
    const fields = { job_id: id, type: 'test.job', attempt: 1, worker_id: seen[0]?.workerId };
    for (const message of ['Job claimed', 'hello', 'Job succeeded']) {
      expect(fixture.logger.lines.find((line) => line.message === message)?.fields).to.include(fields);
    }
  });

  describe('with a time limit', () => {
    it('fails with "Handler timed out", aborts the handler and takes a fresh worker id', async () => {
      const signals: AbortSignal[] = [];
      const handle = (_payload: never, { signal }: JobContext) => {
        signals.push(signal);
        return new Promise(() => undefined);
      };
      const fixture = new WorkerFixture({ slow: { timeoutSeconds: 0.5, handle } }, { settings: { threads: 1 } });
      const id = await fixture.create('slow');
      fixture.runner.start();
      await clock.tickAsync(499);
      expect(fixture.job(id).status).to.equal('running');
      await clock.tickAsync(1);
      expect(fixture.job(id).lastError).to.equal('Handler timed out');
      expect(signals[0]?.aborted).to.equal(true);
      await clock.tickAsync(1_600);
      const owners = fixture
        .events(id)
        .filter((event) => event.type === 'claimed')
        .map((event) => event.workerId);
      expect(new Set(owners).size).to.equal(2);
      await fixture.stop(clock);
    });

    it('drops the reports that are not yet under way: they are owed to a return only', async () => {
      const handle = (_payload: never, context: JobContext) => {
        flood(context);
        return new Promise(() => undefined);
      };
      const fixture = new WorkerFixture({ flood: { timeoutSeconds: 0.5, handle } });
      let letGo: () => void = () => {};
      fixture.repository.hold.touch = new Promise((resolve) => {
        letGo = resolve;
      });
      const id = await fixture.create('flood', {}, { maxAttempts: 1 });
      fixture.runner.start();
      await clock.tickAsync(510);
      expect(fixture.job(id)).to.include({ status: 'failed', lastError: 'Handler timed out' });
      letGo();
      await clock.tickAsync(10);
      expect(fixture.repository.calls.touch).to.equal(1);
      expect(fixture.eventTypes(id)).to.deep.equal(['created', 'claimed', 'failed']);
      await fixture.stop(clock);
    });

    it('takes the worker limit when the handler has none', async () => {
      const fixture = new WorkerFixture(
        { slow: { handle: () => new Promise(() => undefined) } },
        { settings: { handlerTimeoutMs: 200 } },
      );
      const id = await fixture.create('slow', {}, { maxAttempts: 1 });
      fixture.runner.start();
      await clock.tickAsync(250);
      expect(fixture.job(id)).to.include({ status: 'failed', lastError: 'Handler timed out' });
      await fixture.stop(clock);
    });

    it('does not end early when the limit exceeds the longest timer', async () => {
      const { job } = await attempt(() => 'done', { timeoutSeconds: 3_000_000 });
      expect(job.status).to.equal('succeeded');
    });
  });
});
