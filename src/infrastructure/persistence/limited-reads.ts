import { FilterTooSlowError, StoreUnavailableError } from '../../domain/errors.js';
import type { BoundedScans } from './bounded-scans.js';
import type { Database, Query } from './database.js';

/** How a database ends a statement of a read transaction that takes too long. */
export interface StatementLimit {
  /**
   * Runs one statement for at most `ms`.
   *
   * @param interrupt ends the statement that the driver runs on this connection, where it can do that
   */
  run<Row>(statement: () => Promise<Row[]>, ms: number, query: Query, interrupt: () => void): Promise<Row[]>;
  /** The code of the error of a statement that was ended. */
  readonly code: string;
}

/** Reads of a database, with a limit where filters are in play that no index serves. */
export class LimitedReads {
  constructor(
    private readonly database: Database,
    private readonly limit: StatementLimit,
    private readonly scans: BoundedScans,
  ) {}

  /**
   * Runs `read`: its statements one by one, or, if `freeFilters` names any, in one transaction within the limit.
   *
   * @throws FilterTooSlowError
   */
  async run<T>(freeFilters: readonly string[], read: (query: Query) => Promise<T>): Promise<T> {
    if (freeFilters.length === 0) return read((sql, bindings) => this.database.query(sql, bindings));
    return this.scans.run(freeFilters, async (timeLeft) => {
      try {
        return await this.database.transaction((query, interrupt) =>
          read((sql, bindings) => this.limit.run(() => query(sql, bindings), timeLeft(), query, interrupt)),
        );
      } catch (error) {
        throw this.#isStopped(error) ? new FilterTooSlowError(freeFilters, this.scans.limitMs) : error;
      }
    });
  }

  #isStopped(error: unknown): boolean {
    const cause = error instanceof StoreUnavailableError ? error.cause : error;
    return cause instanceof Error && 'code' in cause && cause.code === this.limit.code;
  }
}
