import { expect } from 'chai';
import { FilterTooSlowError } from '../../src/domain/errors.js';
import { BoundedScans } from '../../src/infrastructure/persistence/bounded-scans.js';
import { rejection } from '../support/rejection.js';

describe('BoundedScans', () => {
  it('run two at a time, in turn, also after a failure', async () => {
    const scans = new BoundedScans(60_000);
    const begun: number[] = [];
    const ends: Array<(error?: Error) => void> = [];
    const runs = [0, 1, 2, 3].map((n) =>
      scans.run(['x'], () => {
        begun.push(n);
        return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
      }),
    );
    expect(begun).to.deep.equal([0, 1]);
    ends[1]?.(new Error('broken'));
    await rejection(runs[1] ?? Promise.resolve());
    expect(begun).to.deep.equal([0, 1, 2]);
    ends[0]?.();
    await runs[0];
    expect(begun).to.deep.equal([0, 1, 2, 3]);
    for (const end of ends) end();
    await Promise.all([runs[2], runs[3]]);
    await scans.run(['x'], async () => undefined);
  });

  it('are out of time when they have waited too long for their turn', async () => {
    const scans = new BoundedScans(5);
    const wait = () => new Promise((resolve) => setTimeout(resolve, 20));
    const first = [scans.run(['a'], wait), scans.run(['b'], wait)];
    const error = await rejection(scans.run(['error', 'payload.a'], async (timeLeft) => timeLeft()));
    expect(error).to.be.instanceOf(FilterTooSlowError);
    expect(error.message).to.equal('Filtering by error, payload.a took longer than 0.005 seconds');
    await Promise.all(first);
  });
});
