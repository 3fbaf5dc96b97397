import {
  type Claim,
  type ClaimToken,
  type GuardedWrite,
  JobRepository,
} from '../../application/ports/job-repository.js';
import { StoreUnavailableError } from '../../domain/errors.js';
import type { Job } from '../../domain/job.js';
import type { NewJob } from '../../domain/new-job.js';
import type { Expiry, ManualRetry, Outcome, SignOfLife } from '../../domain/transition.js';
import { Coalescer } from './coalescer.js';
import type { Created, GuardedRequest, JobStatements } from './job-statements.js';

/** Jobs in a SQL database. Concurrent calls of one kind are merged into one statement, at most `batchMax` of them. */
export class KnexJobRepository extends JobRepository {
  readonly #creates: Coalescer<NewJob, Created>;
  readonly #settles: Coalescer<GuardedRequest<Outcome>, GuardedWrite>;
  readonly #touches: Coalescer<GuardedRequest<SignOfLife>, GuardedWrite>;

  constructor(
    private readonly statements: JobStatements,
    batchMax: number,
  ) {
    super();
    this.#creates = new Coalescer((drafts) => statements.create(drafts), {
      maxItems: batchMax,
      weigh: (draft) => weightOf(draft.payload),
    });
    this.#settles = new Coalescer((requests) => statements.settle(requests), {
      maxItems: batchMax,
      keyOf: ({ token }) => token.jobId,
      weigh: ({ transition }) => (transition.type === 'succeeded' ? weightOf(transition.result) : 0),
    });
    this.#touches = new Coalescer((requests) => statements.touch(requests), {
      maxItems: batchMax,
      keyOf: ({ token }) => token.jobId,
      weigh: ({ transition }) => (transition.type === 'progress' ? weightOf(transition.data) : 0),
    });
  }

  async create(draft: NewJob): Promise<Created> {
    try {
      return await this.#creates.submit(draft);
    } catch (error) {
      // Unknown whether it was stored: asking again with the same id finds it or stores it, never a second time.
      if (!(error instanceof StoreUnavailableError) || error.nothingWritten) throw error;
      return this.#creates.submit(draft);
    }
  }

  async claim(workerIds: readonly string[], leaseMs: number): Promise<readonly Claim[]> {
    return this.statements.claim(workerIds, leaseMs);
  }

  async settle(token: ClaimToken, outcome: Outcome): Promise<GuardedWrite> {
    return this.#settles.submit({ token, transition: outcome });
  }

  async touch(token: ClaimToken, sign: SignOfLife): Promise<GuardedWrite> {
    return this.#touches.submit({ token, transition: sign });
  }

  async expireLeases(limit: number, decide: (job: Job) => Expiry): Promise<readonly Job[]> {
    return this.statements.expireLeases(limit, decide);
  }

  async change(jobId: string, decide: (job: Job) => ManualRetry): Promise<Job | undefined> {
    return this.statements.change(jobId, decide);
  }
}

/** How much JSON a value is, near enough to bound a batch: only long texts and large collections weigh anything. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0;
}
