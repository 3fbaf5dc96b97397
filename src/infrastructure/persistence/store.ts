import type { Inspection } from '../../application/ports/inspection.js';
import type { JobQueries } from '../../application/ports/job-queries.js';
import type { JobRepository } from '../../application/ports/job-repository.js';
import type { QueueActivity } from '../../application/ports/queue-activity.js';
import type { WakeUp } from '../../application/ports/wake-up.js';

/** Where the jobs are, as `DATABASE_URL` says it. */
export type DatabaseLocation =
  | { readonly kind: 'memory' }
  /** `path` of the database file, relative to the working directory or absolute. */
  | { readonly kind: 'sqlite'; readonly path: string }
  /** A `postgres://` URL. */
  | { readonly kind: 'postgres'; readonly url: string };

export interface DatabaseConfig {
  readonly location: DatabaseLocation;
  /** Most connections of this process, from 1. */
  readonly poolMax: number;
  /** Most calls that become one statement; 1 turns merging off. */
  readonly batchMax: number;
  /** `notify`: PostgreSQL's LISTEN and NOTIFY; `poll`: neither. */
  readonly wakeUp: 'notify' | 'poll';
  /** Only to be looked at: a SQLite file is not made where there is none, and not written to. */
  readonly readOnly?: boolean;
}

/** One opened database: everything that the composition root binds to it. Connections are made when first needed. */
export interface Store {
  readonly kind: DatabaseLocation['kind'];
  readonly repository: JobRepository;
  readonly queries: JobQueries;
  readonly activity: QueueActivity;
  readonly inspection: Inspection;
  readonly wakeUp: WakeUp;
  readonly migrations: Migrations;
  /** Releases every connection. Calls under way end first. Never rejects. */
  close(): Promise<void>;
}

export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied, but not by this version of the program: the database is newer. */
  readonly unknown: readonly string[];
}

/** Brings the schema to what this program needs. Safe to run from many processes at once. */
export interface Migrations {
  /** @returns the names that were applied now. Rejects if the database is newer than the program. */
  latest(): Promise<readonly string[]>;
  /** Takes back the latest batch. @returns the names that were taken back */
  rollback(): Promise<readonly string[]>;
  status(): Promise<MigrationStatus>;
}
