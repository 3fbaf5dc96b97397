import type { Instant } from '../../domain/job.js';
import { type AuditedEvent, type AuditedJob, isStuck, JobAudit } from '../../domain/job-audit.js';
import type { HistoryReader, Inspection } from '../ports/inspection.js';

/** The jobs that have one fault: how many, and the first few. */
export interface FaultyJobs {
  readonly count: number;
  readonly examples: readonly string[];
}

export interface HistoriesReport {
  readonly jobs: number;
  readonly events: number;
  /** By what is wrong. */
  readonly faults: ReadonlyMap<string, FaultyJobs>;
}

const ORPHAN = 'an event without its job';
export const STUCK = 'a lease that ran out and that nobody took back';

const MAX_EXAMPLES = 5;

/** @param stuckBefore a lease that ended before this instant is stuck */
export async function auditHistories(inspection: Inspection, stuckBefore: Instant): Promise<HistoriesReport> {
  const tally = new Tally(stuckBefore);
  await inspection.readHistories(tally);
  return tally.end();
}

class Tally implements HistoryReader {
  readonly #faults = new Map<string, { count: number; examples: string[] }>();
  #present: { readonly job: AuditedJob; readonly audit: JobAudit } | undefined;
  #lastOrphan: string | undefined;
  #jobs = 0;
  #events = 0;

  constructor(private readonly stuckBefore: Instant) {}

  job(job: AuditedJob): void {
    this.#finish();
    this.#jobs += 1;
    this.#present = { job, audit: new JobAudit(job) };
    if (isStuck(job, this.stuckBefore)) this.#count(STUCK, job.id);
  }

  event(event: AuditedEvent): void {
    this.#events += 1;
    if (event.jobId === this.#present?.job.id) this.#present.audit.see(event);
    else if (event.jobId !== this.#lastOrphan) this.#count(ORPHAN, event.jobId);
    if (event.jobId !== this.#present?.job.id) this.#lastOrphan = event.jobId;
  }

  end(): HistoriesReport {
    this.#finish();
    return { jobs: this.#jobs, events: this.#events, faults: this.#faults };
  }

  #finish(): void {
    if (this.#present === undefined) return;
    const { job, audit } = this.#present;
    for (const fault of audit.end()) this.#count(fault, job.id);
    this.#present = undefined;
  }

  #count(fault: string, jobId: string): void {
    const found = this.#faults.get(fault) ?? { count: 0, examples: [] };
    this.#faults.set(fault, found);
    found.count += 1;
    if (found.examples.length < MAX_EXAMPLES) found.examples.push(jobId);
  }
}
