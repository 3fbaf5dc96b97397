import type { CleanUpExpiredLeases } from '../../application/clean-up-expired-leases.js';
import type { Logger } from '../../application/ports/logger.js';
import type { WakeUp } from '../../application/ports/wake-up.js';
import { backoffDelayMs } from '../../domain/backoff.js';
import type { Job } from '../../domain/job.js';
import { Heartbeat } from './heartbeat.js';
import { OUTAGE_BACKOFF } from './until-answered.js';

/** Takes jobs back from lost workers, on a timer of its own: recovery must not wait for what it recovers. */
export class MaintenanceLoop {
  readonly #heartbeat = new Heartbeat(() => this.#pass());
  #failures = 0;

  constructor(
    private readonly cleanUpExpiredLeases: CleanUpExpiredLeases,
    private readonly intervalMs: number,
    private readonly wakeUp: WakeUp,
    private readonly logger: Logger,
  ) {}

  /** Begins with a pass at once. */
  start(): void {
    this.#heartbeat.schedule(0);
  }

  /** @returns a promise that resolves when no pass is under way */
  stop(): Promise<void> {
    return this.#heartbeat.stop();
  }

  async #pass(): Promise<number> {
    try {
      const jobs = await this.cleanUpExpiredLeases.execute();
      this.#failures = 0;
      for (const job of jobs) this.#report(job);
      if (jobs.some((job) => job.status === 'queued' && job.availableAt <= job.updatedAt)) this.wakeUp.signal();
      // Where one batch was found there may be another.
      return jobs.length > 0 ? 0 : this.intervalMs;
    } catch (error) {
      this.#failures += 1;
      this.logger.warn('Expired leases could not be cleaned up; trying again', { error });
      return Math.min(backoffDelayMs(this.#failures, OUTAGE_BACKOFF), this.intervalMs);
    }
  }

  #report({ id, type, attempts, status }: Job): void {
    this.logger.warn('Lease expired', { job_id: id, type, attempt: attempts, status });
  }
}
