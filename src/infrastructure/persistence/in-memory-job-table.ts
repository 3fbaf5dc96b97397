import type { Instant, Job } from '../../domain/job.js';
import type { JobEvent, NewJobEvent } from '../../domain/job-event.js';
import { BinaryHeap } from './binary-heap.js';
import { isClaimedBefore } from './claim-order.js';

/** The rows of the in-memory store. Jobs are immutable, so nobody can change a row but through {@link put}. */
export class InMemoryJobTable {
  readonly events: JobEvent[] = [];
  readonly #jobs = new Map<string, Job>();
  readonly #idByKey = new Map<string, string>();
  readonly #eventsByJob = new Map<string, JobEvent[]>();
  readonly #running = new Set<string>();
  /** Queued jobs whose time has come, in claim order. May hold stale entries: an entry counts only while it is the row. */
  readonly #ready = new BinaryHeap<Job>(isClaimedBefore);
  /** Queued jobs whose time had not come when last looked at, earliest first; stale entries as above. */
  readonly #delayed = new BinaryHeap<Job>((a, b) => a.availableAt < b.availableAt);

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  withKey(idempotencyKey: string | null): Job | undefined {
    const id = idempotencyKey === null ? undefined : this.#idByKey.get(idempotencyKey);
    return id === undefined ? undefined : this.#jobs.get(id);
  }

  all(): Job[] {
    return [...this.#jobs.values()];
  }

  running(): Job[] {
    return [...this.#running].map((id) => this.#jobs.get(id) as Job);
  }

  eventsOf(jobId: string): readonly JobEvent[] {
    return this.#eventsByJob.get(jobId) ?? [];
  }

  /** Stores a row, new or changed, and finds its place among the claimable and the running. */
  put(job: Job): void {
    this.#jobs.set(job.id, job);
    if (job.idempotencyKey !== null) this.#idByKey.set(job.idempotencyKey, job.id);
    if (job.status === 'running') this.#running.add(job.id);
    else this.#running.delete(job.id);
    if (job.status === 'queued' && job.attemptsLeft) this.#delayed.push(job);
  }

  append(event: NewJobEvent): void {
    const numbered = { ...event, id: this.events.length + 1 };
    this.events.push(numbered);
    const ofJob = this.#eventsByJob.get(event.jobId);
    if (ofJob === undefined) this.#eventsByJob.set(event.jobId, [numbered]);
    else ofJob.push(numbered);
  }

  /** Takes the next claimable job out of the line; the caller puts it back changed. */
  nextClaimable(now: Instant): Job | undefined {
    for (let due = this.#delayed.peek(); due !== undefined && due.availableAt <= now; due = this.#delayed.peek()) {
      this.#delayed.pop();
      this.#ready.push(due);
    }
    for (let job = this.#ready.pop(); job !== undefined; job = this.#ready.pop()) {
      if (this.#jobs.get(job.id) !== job) continue;
      if (job.isClaimableAt(now)) return job;
      this.#delayed.push(job); // the clock was set back
    }
    return undefined;
  }
}
