import type { Claim, GuardedWrite, JobRepository } from './ports/job-repository.js';
import type { QueueSettings } from './ports/queue-settings.js';

/** Gives the owner of a claim a whole lease from now. */
export class RenewLease {
  constructor(
    private readonly repository: JobRepository,
    private readonly settings: QueueSettings,
  ) {}

  async execute({ job, token }: Claim): Promise<GuardedWrite> {
    return this.repository.touch(token, job.renewLease(this.settings.leaseMs));
  }
}
