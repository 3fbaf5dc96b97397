import type { Instant } from '../../domain/job.js';
import type { AuditedEvent, AuditedJob } from '../../domain/job-audit.js';

/** What an inspection reads, in an order in which each job is followed by all its events, oldest first. */
export interface HistoryReader {
  job(job: AuditedJob): void;
  /** Of the job before, unless its `jobId` says otherwise: then that job does not exist. */
  event(event: AuditedEvent): void;
}

/** How the schema differs from what the migrations make. Each is a kind and a name, e.g. `index job_claim_idx`. */
export interface SchemaFaults {
  readonly missing: readonly string[];
  /** There, but without effect: an index that was never finished, a constraint not validated, a trigger switched off. */
  readonly invalid: readonly string[];
}

/** How a table is looked after. */
export interface TableUpkeep {
  readonly table: string;
  readonly hasAutovacuum: boolean;
  /** Both are the database's own estimates. */
  readonly liveRows: number;
  readonly deadRows: number;
}

/** Looks at the store and its rows, and changes nothing. Any method may reject with `StoreUnavailableError`. */
export abstract class Inspection {
  /** The store's now. */
  abstract now(): Promise<Instant>;
  abstract schemaFaults(): Promise<SchemaFaults>;
  /** Nothing where there is nothing to look after. */
  abstract upkeep(): Promise<readonly TableUpkeep[]>;
  /** Reads all jobs and events in bounded memory. Each job is read in one snapshot with its events. */
  abstract readHistories(reader: HistoryReader): Promise<void>;
}
