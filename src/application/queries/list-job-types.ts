import type { JobQueries } from '../ports/job-queries.js';
import type { JobTypeDetails, JobTypes } from '../ports/job-types.js';

const MAX_TYPES = 1000;

export interface KnownJobType extends JobTypeDetails {
  readonly type: string;
  /** Whether this process has its handler. */
  readonly registered: boolean;
}

/** The types that this process can run and those of the stored jobs, in alphabetical order. */
export class ListJobTypes {
  constructor(
    private readonly queries: JobQueries,
    private readonly types: JobTypes,
  ) {}

  /** @returns at most 1,000, and all that are registered among them as far as they fit */
  async execute(): Promise<readonly KnownJobType[]> {
    const names = new Set([...this.types.names(), ...(await this.queries.types(MAX_TYPES))]);
    return [...names]
      .slice(0, MAX_TYPES)
      .sort()
      .map((type) => {
        const details = this.types.details(type);
        return { ...(details ?? UNKNOWN), type, registered: details !== undefined };
      });
  }
}

const UNKNOWN: JobTypeDetails = { payloadSchema: undefined, example: undefined };
