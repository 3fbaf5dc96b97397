import type { Job } from '../domain/job.js';
import type { Failed, RetryScheduled } from '../domain/transition.js';
import type { Claim, GuardedWrite, JobRepository } from './ports/job-repository.js';
import type { QueueSettings } from './ports/queue-settings.js';
import type { WakeUp } from './ports/wake-up.js';

/**
 * Why an attempt did not succeed.
 * - `error`: another attempt may help, after the backoff;
 * - `permanent`: no further attempt can help;
 * - `interrupted`: the attempt was cut off, and the next may begin at once.
 */
export interface Failure {
  readonly kind: 'error' | 'permanent' | 'interrupted';
  /** Text for `last_error`, never empty. */
  readonly error: string;
}

/** Ends a claim with an error: the job waits for its next attempt, or has failed for good. */
export class FailJob {
  constructor(
    private readonly repository: JobRepository,
    private readonly settings: QueueSettings,
    private readonly wakeUp: WakeUp,
  ) {}

  /** Safe to repeat with the same claim while the outcome is unknown. */
  async execute({ job, token }: Claim, failure: Failure): Promise<GuardedWrite> {
    const outcome = this.decide(job, failure);
    const written = await this.repository.settle(token, outcome);
    if (outcome.type === 'retry_scheduled' && outcome.delayMs === 0) this.wakeUp.signal();
    return written;
  }

  private decide(job: Job, { kind, error }: Failure): RetryScheduled | Failed {
    switch (kind) {
      case 'error':
        return job.fail(error, this.settings.backoff);
      case 'permanent':
        return job.failPermanently(error);
      case 'interrupted':
        return job.interrupt(error);
    }
  }
}
