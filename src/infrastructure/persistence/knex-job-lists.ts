import type { JobFilter, JobPage, JobSummary, ListOptions } from '../../application/ports/job-queries.js';
import { freeJobFilters } from '../../application/queries/free-filters.js';
import type { Job } from '../../domain/job.js';
import type { Query } from './database.js';
import { readPage } from './job-page.js';
import { type JobRow, jobFromRow, SUMMARY_COLUMNS, type SummaryRow, summaryFromRow } from './job-row.js';
import { countJobs, type Selection, select } from './job-selection.js';
import type { LimitedReads } from './limited-reads.js';
import type { QueryDialect } from './query-dialect.js';
import { SharedCounts } from './shared-counts.js';

/** Counts above this are shared by all callers for {@link SHARED_MS}; up to it they are counted anew for each. */
const EXACT_MAX = 100_000;
const SHARED_MS = 2_000;

/** What is asked of a list. */
interface ListRequest extends ListOptions {
  readonly filter: JobFilter;
  readonly limit: number;
  readonly offset: number;
}

/** Pages of jobs in a SQL database. */
export class KnexJobLists {
  readonly #counts = new SharedCounts((count) => count > EXACT_MAX, SHARED_MS);

  constructor(
    private readonly reads: LimitedReads,
    private readonly dialect: QueryDialect,
  ) {}

  async jobs(request: ListRequest): Promise<JobPage> {
    return this.#read<JobRow, Job>(request, '*', (row) => jobFromRow(row, this.dialect.json));
  }

  async summaries(request: ListRequest): Promise<JobPage<JobSummary>> {
    return this.#read<SummaryRow, JobSummary>(request, SUMMARY_COLUMNS, summaryFromRow);
  }

  async #read<Row, J>(request: ListRequest, columns: string, toJob: (row: Row) => J): Promise<JobPage<J>> {
    const { filter, limit, offset, countUpTo, ordering = '-created_at' } = request;
    return this.reads.run(freeJobFilters(filter), async (query) => {
      const selection = await select(query, this.dialect, filter);
      const counted = await this.#count(query, selection, request);
      const rows = await readPage<Row>(query, this.dialect, selection, { columns, limit, offset, ordering });
      const count = Math.min(counted, countUpTo ?? counted);
      return { count, isCapped: count < counted, jobs: rows.map(toJob) };
    });
  }

  /** A count under a limit of time belongs to its transaction, and is not shared. */
  #count(query: Query, selection: Selection, { filter, countUpTo, countNow = false }: ListRequest): Promise<number> {
    const count = () => countJobs(query, selection, countUpTo);
    if (countNow || freeJobFilters(filter).length > 0) return count();
    // With the types: another job may bring one that matches, too, and then another count is asked for.
    return this.#counts.read(JSON.stringify([filter, selection.types, countUpTo]), count);
  }
}
