import { StoreUnavailableError } from '../../domain/errors.js';
import type { JobQueries } from '../ports/job-queries.js';
import type { Logger } from '../ports/logger.js';

/** Whether the store answers. The cause of a "no" goes to the log only. */
export class CheckHealth {
  constructor(
    private readonly queries: JobQueries,
    private readonly logger: Logger,
  ) {}

  async execute(): Promise<boolean> {
    try {
      await this.queries.ping();
      return true;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      this.logger.error('Health check failed', { error: error.cause });
      return false;
    }
  }
}
