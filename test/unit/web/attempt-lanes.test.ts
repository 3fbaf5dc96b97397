import { expect } from 'chai';
import type { EventType, JobEvent } from '../../../src/interfaces/web/client/api/types.js';
import { attemptLanes } from '../../../src/interfaces/web/client/history/attempt-lanes.js';

const START = Date.parse('2026-11-30T12:00:00.000Z');
let lastId = 0;

function event(type: EventType, attempt: number, afterMs: number, data: object = {}, message = 'm'): JobEvent {
  lastId += 1;
  const worker_id = attempt > 0 ? `host:7:thread-${attempt}:aa` : null;
  const created_at = new Date(START + afterMs).toISOString();
  return { id: lastId, job: 'j', type, attempt, worker_id, message, data: JSON.stringify(data), created_at };
}

const atOnce = { available_at: new Date(START).toISOString() };

describe('attempt lanes', () => {
  it('are none before the first claim', () => {
    const [run, ...more] = attemptLanes([event('created', 0, 0)], atOnce);
    expect(more).to.deep.equal([]);
    expect(run).to.deep.equal({ number: 1, startedAt: START, attempts: [] });
  });

  it('tell of waiting, running, renewals, progress and back-off', () => {
    const events = [
      event('created', 0, 0),
      event('claimed', 1, 100),
      event('progress', 1, 150),
      event('lease_renewed', 1, 200),
      event('retry_scheduled', 1, 300, { error: 'E', delay_seconds: 5 }),
      event('claimed', 2, 5400),
      event('succeeded', 2, 5500),
    ];
    const [run] = attemptLanes(events, { available_at: new Date(START + 5300).toISOString() });
    const [first, second] = run?.attempts ?? [];
    expect(first).to.deep.include({
      availableAt: START,
      claimedAt: START + 100,
      endedAt: START + 300,
      end: 'retry_scheduled',
    });
    expect(first).to.deep.include({ error: 'E', backoffMs: 5000, renewals: [START + 200], lostLease: false });
    expect(first?.progress).to.have.length(1);
    expect(second).to.deep.include({ availableAt: START + 5300, end: 'succeeded', backoffMs: null });
  });

  it('begin when the job may be claimed, if that is later than its creation', () => {
    const later = { available_at: new Date(START + 60_000).toISOString() };
    const [run] = attemptLanes([event('created', 0, 0), event('claimed', 1, 60_100)], later);
    expect(run?.attempts[0]).to.deep.include({ availableAt: START + 60_000, endedAt: null, end: null });
  });

  it('say when a lease was lost, also on the last attempt', () => {
    const events = [
      event('created', 0, 0),
      event('claimed', 1, 10),
      event('timeout_requeued', 1, 8000, { error: 'Lease expired', delay_seconds: 1 }, 'Lease expired'),
      event('claimed', 2, 9100),
      event('failed', 2, 17_000, { error: 'Lease expired' }, 'Lease expired'),
    ];
    const [run] = attemptLanes(events, atOnce);
    expect(run?.attempts.map(({ lostLease }) => lostLease)).to.deep.equal([true, true]);
  });

  it('are split at a manual retry, which begins to count anew', () => {
    const events = [
      event('created', 0, 0),
      event('claimed', 1, 10),
      event('failed', 1, 20, { error: 'E' }, 'E'),
      event('manual_retry', 0, 1000),
      event('claimed', 1, 1500),
    ];
    const runs = attemptLanes(events, { available_at: new Date(START + 1000).toISOString() });
    expect(runs.map(({ number, attempts }) => [number, attempts.length])).to.deep.equal([
      [1, 1],
      [2, 1],
    ]);
    expect(runs[1]?.attempts[0]).to.deep.include({ availableAt: START + 1000, claimedAt: START + 1500, endedAt: null });
  });

  it('do without a beginning that was cut off', () => {
    const [run] = attemptLanes([event('lease_renewed', 7, 0), event('succeeded', 7, 50)], atOnce);
    expect(run?.attempts[0]).to.deep.include({ number: 7, claimedAt: START, end: 'succeeded' });
    expect(attemptLanes([], atOnce)).to.deep.equal([]);
  });
});
