import { expect } from 'chai';
import { IllegalTransitionError } from '../../../src/domain/errors.js';
import { Job, type JobFields } from '../../../src/domain/job.js';
import { transitionEvent } from '../../../src/domain/job-event.js';
import { JOB_STATUSES, type JobStatus, TRANSITIONS } from '../../../src/domain/job-status.js';
import { jobFrom } from '../../../src/domain/new-job.js';
import type { Transition } from '../../../src/domain/transition.js';
import { draft } from '../../support/drafts.js';

const BACKOFF = { baseMs: 5_000, maxMs: 300_000, jitter: 0, sample: () => 0 };
const NOW = 1_750_000_000_000;

const SHAPES: Record<JobStatus, Partial<JobFields>> = {
  queued: {},
  running: { attempts: 1, lockedBy: 'w', lockedUntil: NOW + 30_000 },
  succeeded: { attempts: 1, result: 'old', finishedAt: NOW },
  failed: { attempts: 3, lastError: 'old', finishedAt: NOW },
};

function job(status: JobStatus, fields: Partial<JobFields> = {}): Job {
  return new Job({ ...jobFrom(draft(), NOW), status, ...SHAPES[status], ...fields });
}

/** Every decision that a job can be asked for. */
const DECISIONS: Record<string, (job: Job) => Transition> = {
  claim: (each) => each.claim('w2', 30_000),
  renewLease: (each) => each.renewLease(30_000),
  progress: (each) => each.progress('half', { percent: 50 }),
  complete: (each) => each.complete({ done: true }),
  fail: (each) => each.fail('boom', BACKOFF),
  failPermanently: (each) => each.failPermanently('never'),
  interrupt: (each) => each.interrupt('Worker shut down'),
  expireLease: (each) => each.expireLease(BACKOFF),
  retry: (each) => each.retry(),
};

const ALLOWED: Record<JobStatus, readonly string[]> = {
  queued: ['claim'],
  running: ['renewLease', 'progress', 'complete', 'fail', 'failPermanently', 'interrupt', 'expireLease'],
  succeeded: [],
  failed: ['retry'],
};

describe('Job', () => {
  for (const status of JOB_STATUSES) {
    for (const [name, decide] of Object.entries(DECISIONS)) {
      const allowed = ALLOWED[status].includes(name);
      it(`${allowed ? 'may' : 'may not'} ${name} while ${status}`, () => {
        if (allowed) {
          const before = job(status);
          const transition = decide(before);
          expect(before.apply(transition, NOW + 1).status).to.equal(TRANSITIONS[transition.type].to);
        } else {
          expect(() => decide(job(status)))
            .to.throw(IllegalTransitionError, status)
            .with.property('code', 'illegal_transition');
        }
      });
    }
  }

  it('refuses to apply a transition that its status does not allow', () => {
    for (const status of JOB_STATUSES) {
      for (const [type, { from }] of Object.entries(TRANSITIONS)) {
        if (from === status) continue;
        const transition = { type, workerId: 'w', leaseMs: 1, error: 'e', delayMs: 1 } as unknown as Transition;
        expect(() => job(status).apply(transition, NOW)).to.throw(IllegalTransitionError);
      }
    }
  });

  it('cannot be changed', () => {
    expect(() => Object.assign(job('queued'), { status: 'failed' })).to.throw(TypeError);
    const before = job('queued');
    before.apply(before.claim('w', 1_000), NOW + 5);
    expect(before).to.deep.include({ status: 'queued', attempts: 0, updatedAt: NOW });
  });

  it('counts the attempt, takes the lock and clears the last error when claimed', () => {
    const before = job('queued', { attempts: 1, lastError: 'boom' });
    const after = before.apply(before.claim('w', 30_000), NOW + 7);
    expect(after).to.deep.equal(
      new Job({
        ...before,
        status: 'running',
        attempts: 2,
        lockedBy: 'w',
        lockedUntil: NOW + 30_007,
        lastError: '',
        updatedAt: NOW + 7,
      }),
    );
  });

  it('moves only the end of the lease when renewed', () => {
    const before = job('running');
    const after = before.apply(before.renewLease(10_000), NOW + 9);
    expect(after).to.deep.equal(new Job({ ...before, lockedUntil: NOW + 10_009, updatedAt: NOW + 9 }));
  });

  it('changes nothing by progress', () => {
    const before = job('running');
    expect(before.apply(before.progress('half', {}), NOW + 9)).to.equal(before);
  });

  it('keeps the result and lets go of the lock when completed', () => {
    const before = job('running');
    const after = before.apply(before.complete([1]), NOW + 9);
    const unlocked = { lockedBy: null, lockedUntil: null };
    expect(after).to.deep.equal(
      new Job({ ...before, ...unlocked, status: 'succeeded', result: [1], finishedAt: NOW + 9, updatedAt: NOW + 9 }),
    );
  });

  it('waits for its backoff when it fails with attempts left, by the attempt that was claimed', () => {
    expect(job('running', { attempts: 2 }).fail('boom', BACKOFF)).to.deep.equal({
      type: 'retry_scheduled',
      error: 'boom',
      delayMs: 10_000,
    });
    const before = job('running', { attempts: 2 });
    const after = before.apply(before.fail('boom', BACKOFF), NOW);
    expect(after).to.deep.include({
      status: 'queued',
      availableAt: NOW + 10_000,
      lastError: 'boom',
      lockedBy: null,
      finishedAt: null,
    });
  });

  it('has failed when the last attempt fails, expires or is interrupted', () => {
    const last = job('running', { attempts: 3 });
    expect(last.fail('boom', BACKOFF)).to.deep.equal({ type: 'failed', error: 'boom' });
    expect(last.expireLease(BACKOFF)).to.deep.equal({ type: 'failed', error: 'Lease expired' });
    expect(last.interrupt('Worker shut down')).to.deep.equal({ type: 'failed', error: 'Worker shut down' });
    expect(last.apply(last.fail('boom', BACKOFF), NOW)).to.deep.include({
      status: 'failed',
      finishedAt: NOW,
      lastError: 'boom',
    });
  });

  it('has failed at once when the error is permanent', () => {
    expect(job('running').failPermanently('bad input')).to.deep.equal({ type: 'failed', error: 'bad input' });
  });

  it('may run again at once after an interruption', () => {
    expect(job('running').interrupt('Worker shut down')).to.deep.include({ type: 'retry_scheduled', delayMs: 0 });
  });

  it('goes back to the queue with its backoff when the lease expires', () => {
    expect(job('running').expireLease(BACKOFF)).to.deep.equal({
      type: 'timeout_requeued',
      error: 'Lease expired',
      delayMs: 5_000,
    });
  });

  it('begins anew by a manual retry', () => {
    const before = job('failed', { availableAt: 5 });
    const after = before.apply(before.retry(), NOW + 3);
    const anew = {
      status: 'queued',
      attempts: 0,
      availableAt: NOW + 3,
      lastError: '',
      result: null,
      finishedAt: null,
    } as const;
    expect(after).to.deep.equal(new Job({ ...before, ...anew, updatedAt: NOW + 3 }));
  });

  it('is claimable when queued, due and not exhausted', () => {
    expect(job('queued', { availableAt: NOW }).isClaimableAt(NOW)).to.equal(true);
    expect(job('queued', { availableAt: NOW + 1 }).isClaimableAt(NOW)).to.equal(false);
    expect(job('queued', { attempts: 3 }).isClaimableAt(NOW)).to.equal(false);
    expect(job('running').isClaimableAt(NOW)).to.equal(false);
  });
});

describe('transitionEvent', () => {
  const event = (before: Job, transition: Transition) =>
    transitionEvent(before, transition, before.apply(transition, NOW), NOW);
  const running = job('running');

  it('names the owner of the attempt, also of one whose lease ran out', () => {
    expect(event(job('queued'), job('queued').claim('w9', 1_000))).to.deep.include({ workerId: 'w9', attempt: 1 });
    for (const decide of ['renewLease', 'progress', 'complete', 'fail', 'failPermanently', 'expireLease'] as const) {
      expect(event(running, (DECISIONS[decide] as (job: Job) => Transition)(running)), decide).to.deep.include({
        workerId: 'w',
        attempt: 1,
      });
    }
    expect(event(job('failed'), job('failed').retry())).to.deep.include({ workerId: null, attempt: 0 });
  });

  it('describes each transition', () => {
    const iso = (at: number) => new Date(at).toISOString();
    const described = (before: Job, transition: Transition) => {
      const { message, data } = event(before, transition);
      return [message, data];
    };
    const queued = job('queued');
    const failed = job('failed');
    expect(described(queued, queued.claim('w', 1_000))).to.deep.equal([
      'Job claimed',
      { locked_until: iso(NOW + 1_000) },
    ]);
    expect(described(running, running.renewLease(2_000))).to.deep.equal([
      'Lease renewed',
      { locked_until: iso(NOW + 2_000) },
    ]);
    expect(described(running, running.progress('half', { p: 1 }))).to.deep.equal(['half', { p: 1 }]);
    expect(described(running, running.complete(1))).to.deep.equal(['Job succeeded', {}]);
    expect(described(running, running.failPermanently('no'))).to.deep.equal(['no', { error: 'no' }]);
    expect(described(failed, failed.retry())).to.deep.equal(['Manual retry', {}]);
    const retry = { error: 'boom', delay_seconds: 5, available_at: iso(NOW + 5_000) };
    expect(described(running, running.fail('boom', BACKOFF))).to.deep.equal(['boom', retry]);
    const expired = { ...retry, error: 'Lease expired' };
    expect(described(running, running.expireLease(BACKOFF))).to.deep.equal(['Lease expired', expired]);
  });
});
