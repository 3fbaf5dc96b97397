import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { type SignalledProcess, StopSignals } from '../../src/interfaces/cli/stop-signals.js';

class FakeProcess extends EventEmitter implements SignalledProcess {
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
  }
}

describe('StopSignals', () => {
  let nowMs: number;
  let fake: FakeProcess;
  let signals: StopSignals;

  beforeEach(() => {
    nowMs = 5_000;
    fake = new FakeProcess();
    signals = new StopSignals(fake, () => nowMs);
  });

  it('gives the first signal', async () => {
    expect(signals.wasReceived).to.equal(false);
    fake.emit('SIGINT');
    fake.emit('SIGTERM');
    expect(signals.wasReceived).to.equal(true);
    expect(await signals.first).to.equal('SIGINT');
  });

  it('counts signals within a second of the first as one', () => {
    for (const atMs of [5_000, 5_010, 5_500, 6_000]) {
      nowMs = atMs;
      fake.emit('SIGTERM');
    }
    expect(fake.exits).to.deep.equal([]);
  });

  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const) {
    it(`exits with ${code} at a later ${signal}`, () => {
      fake.emit('SIGTERM');
      nowMs = 6_001;
      fake.emit(signal);
      expect(fake.exits).to.deep.equal([code]);
    });
  }
});
