import { expect } from 'chai';
import { type AuditedJob, isStuck, JobAudit, type JobFault } from '../../../src/domain/job-audit.js';
import { EVENT_TYPES, type EventType } from '../../../src/domain/job-status.js';

const FRESH: AuditedJob = {
  id: 'job',
  status: 'queued',
  attempts: 0,
  maxAttempts: 3,
  lockedBy: null,
  lockedUntil: null,
  finishedAt: null,
  hasResult: false,
  hasError: false,
};
const RUNNING: AuditedJob = { ...FRESH, status: 'running', attempts: 1, lockedBy: 'w', lockedUntil: 10 };
const SUCCEEDED: AuditedJob = { ...FRESH, status: 'succeeded', attempts: 1, finishedAt: 5, hasResult: true };
const FAILED: AuditedJob = { ...SUCCEEDED, status: 'failed', hasResult: false, hasError: true };

/** Events by `type attempt worker`; the worker is absent outside a claim. */
function faults(job: AuditedJob, ...lines: string[]): readonly JobFault[] {
  const audit = new JobAudit(job);
  lines.forEach((line, index) => {
    const [type, attempt, workerId = null] = line.split(' ');
    audit.see({ id: index + 1, jobId: 'job', type: type as EventType, attempt: Number(attempt), workerId });
  });
  return [...audit.end()];
}

const CLAIMED = ['created 0', 'claimed 1 w'];
const ILLEGAL = 'an event that the state machine does not allow';
const NOT_ITS_OWN = 'an event of another attempt or worker than the claim it follows';
const LEADS_ELSEWHERE = 'a history that leads to another status, attempt or owner than the row has';

describe('the audit of a job', () => {
  it('finds nothing in legal lives', () => {
    expect(faults(FRESH, 'created 0')).to.deep.equal([]);
    expect(faults(RUNNING, ...CLAIMED, 'progress 1 w', 'lease_renewed 1 w')).to.deep.equal([]);
    expect(faults(SUCCEEDED, ...CLAIMED, 'succeeded 1 w')).to.deep.equal([]);
    const twice = [...CLAIMED, 'timeout_requeued 1 w', 'claimed 2 v', 'failed 2 v'];
    expect(faults({ ...FAILED, attempts: 2 }, ...twice)).to.deep.equal([]);
    expect(faults(FRESH, ...twice, 'manual_retry 0')).to.deep.equal([]);
    expect(faults(SUCCEEDED, ...twice, 'manual_retry 0', 'claimed 1 w', 'succeeded 1 w')).to.deep.equal([]);
  });

  const CASES: readonly [what: string, job: AuditedJob, events: string[], found: JobFault[]][] = [
    ['a claim that ends twice', SUCCEEDED, [...CLAIMED, 'succeeded 1 w', 'succeeded 1 w'], [ILLEGAL, NOT_ITS_OWN]],
    ['a claim on a claim', { ...RUNNING, attempts: 2 }, [...CLAIMED, 'claimed 2 w'], [ILLEGAL]],
    ['a claim without an end', FRESH, CLAIMED, [LEADS_ELSEWHERE]],
    ['an end by somebody else', SUCCEEDED, [...CLAIMED, 'succeeded 1 v'], [NOT_ITS_OWN]],
    ['an end of another attempt', SUCCEEDED, [...CLAIMED, 'succeeded 2 w'], [NOT_ITS_OWN]],
    ['an owner who did not claim', { ...RUNNING, lockedBy: 'v' }, CLAIMED, [LEADS_ELSEWHERE]],
    ['attempts that nobody made', { ...FRESH, attempts: 2 }, ['created 0'], [LEADS_ELSEWHERE]],
    ['two creations', FRESH, ['created 0', 'created 0'], [ILLEGAL]],
    ['a claim that outlives a retry', FRESH, [...CLAIMED, 'manual_retry 0'], [ILLEGAL, NOT_ITS_OWN]],
  ];
  for (const [what, job, events, found] of CASES) {
    it(`sees ${what}`, () => expect(faults(job, ...events)).to.deep.equal(found));
  }

  it('sees a history without its beginning', () => {
    const [first] = faults(SUCCEEDED, 'claimed 1 w', 'succeeded 1 w');
    expect(first).to.equal('a history that does not begin with created');
    expect(faults(FRESH)).to.include('a history that does not begin with created');
  });

  it('allows each event in exactly one status', () => {
    const before = { queued: ['created 0'], running: CLAIMED, failed: [...CLAIMED, 'failed 1 w'] };
    for (const type of EVENT_TYPES.filter((each) => each !== 'created')) {
      const allowedIn = Object.entries(before).filter(([, events]) => {
        return !faults(FRESH, ...events, `${type} 1 w`).includes(ILLEGAL);
      });
      expect(allowedIn, type).to.have.length(1);
    }
  });

  it('sees rows that no life leads to', () => {
    const shape = 'a row whose lock or end does not fit its status';
    for (const job of [
      { ...FRESH, lockedBy: 'w' },
      { ...FRESH, lockedUntil: 1 },
      { ...FRESH, finishedAt: 1 },
      { ...RUNNING, lockedBy: null },
      { ...RUNNING, lockedUntil: null },
      { ...SUCCEEDED, finishedAt: null },
      { ...FAILED, lockedBy: 'w', lockedUntil: 1 },
    ]) {
      expect(faults(job), JSON.stringify(job)).to.include(shape);
    }
    for (const attempts of [-1, 4]) {
      expect(faults({ ...FRESH, attempts })).to.include('more attempts than allowed, or fewer than none');
    }
    for (const job of [
      { ...FRESH, hasResult: true },
      { ...SUCCEEDED, hasError: true },
      { ...RUNNING, hasError: true },
      { ...FAILED, hasError: false },
    ]) {
      expect(faults(job)).to.include('a result or an error that does not fit the status');
    }
  });

  it('takes a lease for stuck when it ended before the deadline and the job still runs', () => {
    expect(isStuck(RUNNING, 10)).to.equal(false);
    expect(isStuck(RUNNING, 11)).to.equal(true);
    expect(isStuck({ ...FRESH, lockedUntil: 1 } satisfies AuditedJob, 11)).to.equal(false);
  });
});
