import {
  type Claim,
  type ClaimToken,
  type GuardedWrite,
  JobRepository,
} from '../../application/ports/job-repository.js';
import type { Job } from '../../domain/job.js';
import { createdEvent } from '../../domain/job-event.js';
import { jobFrom, type NewJob } from '../../domain/new-job.js';
import type { Expiry, ManualRetry, Outcome, SignOfLife, Transition } from '../../domain/transition.js';
import { carryOut, holdsClaim, provesSettle } from './guarded-transition.js';
import type { InMemoryJobTable } from './in-memory-job-table.js';

/**
 * Jobs in the memory of this process. Every method does its whole work before the first `await` of its caller, so
 * that each is one transaction.
 */
export class InMemoryJobRepository extends JobRepository {
  constructor(private readonly table: InMemoryJobTable) {
    super();
  }

  async create(draft: NewJob): Promise<{ job: Job; replayed: boolean }> {
    const known = this.table.get(draft.id) ?? this.table.withKey(draft.idempotencyKey);
    if (known !== undefined) return { job: known, replayed: known.id !== draft.id };
    const job = jobFrom(draft, Date.now());
    this.table.put(job);
    this.table.append(createdEvent(job));
    return { job, replayed: false };
  }

  async claim(workerIds: readonly string[], leaseMs: number): Promise<readonly Claim[]> {
    const now = Date.now();
    const claims: Claim[] = [];
    for (const workerId of workerIds) {
      const next = this.table.nextClaimable(now);
      if (next === undefined) break;
      const job = this.#carryOut(next, next.claim(workerId, leaseMs), now);
      claims.push({ job, token: { jobId: job.id, workerId, attempt: job.attempts } });
    }
    return claims;
  }

  async settle(token: ClaimToken, outcome: Outcome): Promise<GuardedWrite> {
    if (this.#carryOutGuarded(token, outcome)) return 'written';
    return provesSettle(this.table.eventsOf(token.jobId), token, outcome) ? 'written' : 'lost';
  }

  async touch(token: ClaimToken, sign: SignOfLife): Promise<GuardedWrite> {
    return this.#carryOutGuarded(token, sign) ? 'written' : 'lost';
  }

  async expireLeases(limit: number, decide: (job: Job) => Expiry): Promise<readonly Job[]> {
    const now = Date.now();
    return this.table
      .running()
      .filter((job) => (job.lockedUntil ?? now) < now)
      .sort((a, b) => (a.lockedUntil ?? now) - (b.lockedUntil ?? now))
      .slice(0, limit)
      .map((job) => this.#carryOut(job, decide(job), now));
  }

  async change(jobId: string, decide: (job: Job) => ManualRetry): Promise<Job | undefined> {
    const job = this.table.get(jobId);
    return job === undefined ? undefined : this.#carryOut(job, decide(job), Date.now());
  }

  #carryOutGuarded(token: ClaimToken, transition: Transition): boolean {
    const job = this.table.get(token.jobId);
    if (!holdsClaim(job, token)) return false;
    this.#carryOut(job, transition, Date.now());
    return true;
  }

  #carryOut(before: Job, transition: Transition, at: number): Job {
    const { job, event } = carryOut(before, transition, at);
    if (job !== before) this.table.put(job);
    this.table.append(event);
    return job;
  }
}
