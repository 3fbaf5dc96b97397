import { StoreUnavailableError } from '../../domain/errors.js';
import type { JobQueries } from '../ports/job-queries.js';

/** `cause`: why the store does not answer. It may hold what only the operator should see. */
export type Health = { readonly ok: true } | { readonly ok: false; readonly cause: unknown };

/** Whether the store answers. */
export class CheckHealth {
  constructor(private readonly queries: JobQueries) {}

  async execute(): Promise<Health> {
    try {
      await this.queries.ping();
      return { ok: true };
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      return { ok: false, cause: error.cause };
    }
  }
}
