import type { Job } from '../domain/job.js';
import type { JobRepository } from './ports/job-repository.js';
import type { QueueSettings } from './ports/queue-settings.js';

/** Takes jobs back from owners whose lease has run out, at most one batch in a pass. */
export class CleanUpExpiredLeases {
  constructor(
    private readonly repository: JobRepository,
    private readonly settings: QueueSettings,
  ) {}

  /** @returns the jobs that were taken back, as they are now: queued again or failed */
  async execute(): Promise<readonly Job[]> {
    const { cleanupBatchSize, backoff } = this.settings;
    return this.repository.expireLeases(cleanupBatchSize, (job) => job.expireLease(backoff));
  }
}
