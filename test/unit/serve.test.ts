import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { type Service, serve } from '../../src/interfaces/cli/serve.js';
import { type SignalledProcess, StopSignals } from '../../src/interfaces/cli/stop-signals.js';
import { rejection } from '../support/rejection.js';
import { SilentLogger } from '../support/silent-logger.js';

describe('serve', () => {
  let log: string[];
  let source: EventEmitter & SignalledProcess;
  let signals: StopSignals;

  const service = (name: string, start: () => void = () => {}): Service => ({
    start() {
      log.push(`start ${name}`);
      start();
    },
    async stop() {
      log.push(`stop ${name}`);
    },
  });
  const prepare = async () => {
    log.push('prepare');
  };

  beforeEach(() => {
    log = [];
    source = Object.assign(new EventEmitter(), { exit: () => {} });
    signals = new StopSignals(source);
  });

  it('prepares, starts in order, and stops at a signal', async () => {
    const last = service('b', () => setImmediate(() => source.emit('SIGTERM')));
    await serve(prepare, [service('a'), last], signals, new SilentLogger());
    expect(log).to.deep.equal(['prepare', 'start a', 'start b', 'stop a', 'stop b']);
  });

  it('stops what had started when a later service cannot start', async () => {
    const broken = service('b', () => {
      throw new Error('cannot listen');
    });
    const error = await rejection(serve(prepare, [service('a'), broken, service('c')], signals, new SilentLogger()));
    expect(error).to.have.property('message', 'cannot listen');
    expect(log).to.deep.equal(['prepare', 'start a', 'start b', 'stop a']);
  });

  it('starts nothing more after a signal', async () => {
    await serve(prepare, [service('a', () => source.emit('SIGINT')), service('b')], signals, new SilentLogger());
    expect(log).to.deep.equal(['prepare', 'start a', 'stop a']);
  });

  it('does not wait for a preparation that hangs', async () => {
    setImmediate(() => source.emit('SIGTERM'));
    await serve(() => new Promise(() => {}), [service('a')], signals, new SilentLogger());
    expect(log).to.deep.equal([]);
  });

  it('passes on that the preparation failed', async () => {
    const failing = () => Promise.reject(new Error('no database'));
    const error = await rejection(serve(failing, [service('a')], signals, new SilentLogger()));
    expect(error).to.have.property('message', 'no database');
    expect(log).to.deep.equal([]);
  });
});
