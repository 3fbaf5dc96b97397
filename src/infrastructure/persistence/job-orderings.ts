import type { JobOrdering } from '../../application/ports/job-queries.js';
import type { Job } from '../../domain/job.js';
import type { JobStatus } from '../../domain/job-status.js';
import { isClaimedBefore } from './claim-order.js';

/** An order of jobs in SQL. */
export interface SqlOrdering {
  /** Of all jobs. */
  readonly by: string;
  /**
   * The jobs that come before all others, in parts that each have an index in this order: while they fill a page, the
   * others need not be looked at. Undefined: all jobs have an index in this order.
   */
  readonly head?: {
    readonly by: string;
    readonly parts: ReadonlyArray<{ readonly status: JobStatus; readonly condition: string }>;
  };
}

const FINISHED = 'finished_at DESC NULLS LAST, id DESC';
const CLAIM = 'priority DESC, available_at, created_at, id';

export const SQL_ORDERINGS: Readonly<Record<JobOrdering, SqlOrdering>> = {
  '-created_at': { by: 'created_at DESC, id DESC' },
  created_at: { by: 'created_at, id' },
  '-finished_at': {
    by: FINISHED,
    head: {
      by: FINISHED,
      parts: (['succeeded', 'failed'] as const).map((status) => ({ status, condition: 'finished_at IS NOT NULL' })),
    },
  },
  claim: {
    by: `attempts >= max_attempts, ${CLAIM}`,
    head: { by: CLAIM, parts: [{ status: 'queued', condition: 'attempts < max_attempts' }] },
  },
};

type Comparison = (a: Job, b: Job) => number;

const byId: Comparison = (a, b) => (a.id < b.id ? -1 : 1);

/** The same orders for an array; no two of the jobs are the same. */
export const JOB_COMPARISONS: Readonly<Record<JobOrdering, Comparison>> = {
  '-created_at': (a, b) => b.createdAt - a.createdAt || byId(b, a),
  created_at: (a, b) => a.createdAt - b.createdAt || byId(a, b),
  '-finished_at': (a, b) => (b.finishedAt ?? -1) - (a.finishedAt ?? -1) || byId(b, a),
  claim: (a, b) => Number(b.attemptsLeft) - Number(a.attemptsLeft) || (isClaimedBefore(a, b) ? -1 : 1),
};
