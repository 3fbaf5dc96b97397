import type { Instant, JobFields } from './job.js';
import type { JobEvent } from './job-event.js';
import { type EventType, type JobStatus, TRANSITIONS } from './job-status.js';

/** What an audit looks at of a job row: everything that has a rule, and nothing that is large. */
export interface AuditedJob
  extends Pick<JobFields, 'id' | 'status' | 'attempts' | 'maxAttempts' | 'lockedBy' | 'lockedUntil' | 'finishedAt'> {
  readonly hasResult: boolean;
  readonly hasError: boolean;
}

/** What an audit looks at of an event. */
export type AuditedEvent = Pick<JobEvent, 'id' | 'jobId' | 'type' | 'attempt' | 'workerId'>;

/** A rule of the queue that a row or a history breaks. */
export const JOB_FAULTS = [
  'a row whose lock or end does not fit its status',
  'more attempts than allowed, or fewer than none',
  'a result or an error that does not fit the status',
  'a history that does not begin with created',
  'an event that the state machine does not allow',
  'an event of another attempt or worker than the claim it follows',
  'a history that leads to another status, attempt or owner than the row has',
] as const;
export type JobFault = (typeof JOB_FAULTS)[number];

/**
 * Follows the events of one job through the transition table, in the order of their ids, and compares where they lead
 * with the row. That every claim ends exactly once is part of it: a claim needs a queued job, and an end a running one.
 */
export class JobAudit {
  readonly #faults = new Set<JobFault>();
  /** Where the events have led; undefined: none yet. */
  #status: JobStatus | undefined;
  #attempts = 0;
  #owner: string | null = null;

  constructor(private readonly job: AuditedJob) {}

  see(event: AuditedEvent): void {
    if (event.type === 'created') this.#create();
    else this.#follow(event, event.type);
  }

  /** @returns what is wrong with the job, when all its events were seen */
  end(): ReadonlySet<JobFault> {
    const { job } = this;
    this.#demand(hasValidShape(job), 'a row whose lock or end does not fit its status');
    const { attempts, maxAttempts } = job;
    this.#demand(attempts >= 0 && attempts <= maxAttempts, 'more attempts than allowed, or fewer than none');
    this.#demand(hasFittingOutcome(job), 'a result or an error that does not fit the status');
    this.#demand(this.#status !== undefined, 'a history that does not begin with created');
    const leadsToRow = this.#status === job.status && this.#attempts === attempts && this.#owner === job.lockedBy;
    this.#demand(leadsToRow, 'a history that leads to another status, attempt or owner than the row has');
    return this.#faults;
  }

  #create(): void {
    this.#demand(this.#status === undefined, 'an event that the state machine does not allow');
    this.#status = 'queued';
  }

  #follow({ attempt, workerId }: AuditedEvent, type: Exclude<EventType, 'created'>): void {
    const { from, to } = TRANSITIONS[type];
    this.#demand(this.#status !== undefined, 'a history that does not begin with created');
    this.#demand(this.#status === from, 'an event that the state machine does not allow');
    if (type === 'claimed') {
      this.#attempts += 1;
      this.#owner = workerId;
    }
    if (type === 'manual_retry') this.#attempts = 0;
    const fits = attempt === this.#attempts && workerId === this.#owner;
    this.#demand(fits, 'an event of another attempt or worker than the claim it follows');
    if (to !== 'running') this.#owner = null;
    this.#status = to;
  }

  #demand(holds: boolean, fault: JobFault): void {
    if (!holds) this.#faults.add(fault);
  }
}

/** Whether the lease of a job ended before `deadline` and nobody has taken the job back. */
export function isStuck({ status, lockedUntil }: AuditedJob, deadline: Instant): boolean {
  return status === 'running' && lockedUntil !== null && lockedUntil < deadline;
}

function hasValidShape({ status, lockedBy, lockedUntil, finishedAt }: AuditedJob): boolean {
  const isRunning = status === 'running';
  const isFinished = status === 'succeeded' || status === 'failed';
  const isLocked = lockedBy !== null && lockedUntil !== null;
  const isFree = lockedBy === null && lockedUntil === null;
  return (isRunning ? isLocked : isFree) && (finishedAt !== null) === isFinished;
}

function hasFittingOutcome({ status, hasResult, hasError }: AuditedJob): boolean {
  if (hasResult && status !== 'succeeded') return false;
  return status === 'queued' || hasError === (status === 'failed');
}
