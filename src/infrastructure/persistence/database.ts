import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { clientOf } from './knex-client.js';
import type { KeptPlans } from './postgres/kept-plans.js';
import { asConnectError, asStoreError, endsConnection } from './store-errors.js';

/** Runs one statement with `?` placeholders and gives its rows. */
export type Query = <Row = unknown>(sql: string, bindings?: readonly unknown[]) => Promise<Row[]>;

/**
 * Begins a transaction; the dialects differ in when its locks are taken.
 *
 * @param askedAt when the transaction was asked for, on the clock of `performance.now()`: waiting for a connection counts
 */
export type Begin = (query: Query, askedAt: number) => Promise<unknown>;

/**
 * A Knex instance reduced to what the statements need: a connection for a while, with or without a transaction. Failures
 * of the database come out as `StoreUnavailableError`; a connection that may be broken never goes back to the pool.
 */
export class Database {
  readonly #running = new Set<Promise<unknown>>();

  constructor(
    private readonly knex: Knex,
    private readonly begin: Begin,
    /** pg only: how long a statement may take; without it, as the connection is set. */
    private readonly statementMs?: number,
    /** pg only: keeps the plans of single statements; without it, each is planned anew. */
    private readonly plans?: KeptPlans,
  ) {}

  /** Runs a single statement, which is a transaction of its own. */
  async query<Row>(sql: string, bindings: readonly unknown[] = []): Promise<Row[]> {
    return this.#withConnection((connection) => this.#runAlone<Row>(connection, sql, bindings));
  }

  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. `interrupt` ends the
   * statement under way with an error, where the driver can do that; where it cannot, it does nothing.
   */
  async transaction<T>(work: (query: Query, interrupt: () => void) => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    return this.#withConnection(async (connection) => {
      const query: Query = (sql, bindings = []) => this.#run(connection, sql, bindings);
      await this.begin(query, askedAt);
      try {
        const result = await work(query, () => connection.interrupt?.());
        await query('COMMIT');
        return result;
      } catch (error) {
        // SQLite undoes some transactions by itself (disk full), and then refuses. What went wrong first is what counts.
        if (!endsConnection(error)) await query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /** Resolves when the calls under way have ended; then the pool may be destroyed. */
  async idle(): Promise<void> {
    do {
      await Promise.allSettled(this.#running);
      await nextTurn(); // of the event loop: what waited behind those calls, or for its turn, has begun by then
    } while (this.#running.size > 0);
  }

  async #withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const call = this.#lend(work);
    this.#running.add(call);
    return call.finally(() => this.#running.delete(call));
  }

  async #lend<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#acquire();
    try {
      return await work(connection);
    } finally {
      await clientOf<Connection>(this.knex).releaseConnection(connection);
    }
  }

  async #acquire(): Promise<Connection> {
    try {
      return await clientOf<Connection>(this.knex).acquireConnection();
    } catch (error) {
      throw asConnectError(error);
    }
  }

  async #runAlone<Row>(connection: Connection, sql: string, bindings: readonly unknown[]): Promise<Row[]> {
    const name = this.plans?.nameOf(sql);
    if (this.plans === undefined || name === undefined) return this.#run(connection, sql, bindings);
    try {
      if (this.plans.areStale(connection)) await this.#run(connection, 'DISCARD PLANS', []);
      return await this.#run<Row>(connection, sql, bindings, name);
    } catch (error) {
      if (!this.plans.giveUpAfter(error)) throw error;
      return this.#run(connection, sql, bindings);
    }
  }

  async #run<Row>(connection: Connection, sql: string, bindings: readonly unknown[], name?: string): Promise<Row[]> {
    try {
      const statement = this.knex.raw(sql, bindings as Knex.RawBinding[]).connection(connection);
      if (this.statementMs !== undefined) void statement.options({ query_timeout: this.statementMs });
      if (name !== undefined) void statement.options({ name });
      const result: unknown = await statement;
      return (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as Row[];
    } catch (error) {
      const failure = asStoreError(error);
      // After a rollback that failed, the transaction may still be open.
      if (endsConnection(failure) || sql === 'ROLLBACK') discard(connection, error);
      throw failure;
    }
  }
}

/** The part of a driver's connection that is touched here; the rest is Knex's. */
interface Connection {
  /** Knex drops a connection that carries this mark instead of handing it out again. */
  __knex__disposed?: unknown;
  /** sqlite3 only. */
  interrupt?(): void;
  /** pg only: the socket under the client. */
  readonly connection?: { readonly stream?: { destroy(): void } };
}

function discard(connection: Connection, cause: unknown): void {
  connection.__knex__disposed = cause;
  connection.connection?.stream?.destroy();
}
