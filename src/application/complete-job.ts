import type { JsonValue } from '../domain/json.js';
import type { Claim, GuardedWrite, JobRepository } from './ports/job-repository.js';

/** Ends a claim with the result of its handler. */
export class CompleteJob {
  constructor(private readonly repository: JobRepository) {}

  /** Safe to repeat with the same claim while the outcome is unknown. */
  async execute({ job, token }: Claim, result: JsonValue): Promise<GuardedWrite> {
    return this.repository.settle(token, job.complete(result));
  }
}
