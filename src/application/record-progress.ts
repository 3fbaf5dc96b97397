import type { JsonObject } from '../domain/json.js';
import type { Claim, GuardedWrite, JobRepository } from './ports/job-repository.js';

/** Adds the handler's report to the history of its attempt. */
export class RecordProgress {
  constructor(private readonly repository: JobRepository) {}

  async execute({ job, token }: Claim, message: string, data: JsonObject): Promise<GuardedWrite> {
    return this.repository.touch(token, job.progress(message, data));
  }
}
