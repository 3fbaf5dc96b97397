import type { Claim, JobRepository } from './ports/job-repository.js';
import type { QueueSettings } from './ports/queue-settings.js';

/** Takes the next claimable jobs for idle workers, one for each. */
export class ClaimJobs {
  constructor(
    private readonly repository: JobRepository,
    private readonly settings: QueueSettings,
  ) {}

  /** The i-th claim belongs to `workerIds[i]`; fewer claims than workers when there is less to do. */
  async execute(workerIds: readonly string[]): Promise<readonly Claim[]> {
    return workerIds.length === 0 ? [] : this.repository.claim(workerIds, this.settings.leaseMs);
  }
}
