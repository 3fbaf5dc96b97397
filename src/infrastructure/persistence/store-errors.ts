import { LeaseholdError, StoreUnavailableError } from '../../domain/errors.js';

/**
 * SQLSTATE classes and codes that speak of the database's state and not of the statement: connection (08), refused
 * login (28), resources (53), operator intervention (57), system error (58), rollback through concurrency (40), lock
 * not available (55), read-only server (25006), transaction idle or open for too long (25P03, 25P04), database or table
 * not there (3D000, 42P01). Source: PostgreSQL manual, appendix A.
 */
const UNAVAILABLE_SQLSTATE = /^(08|28|53|57|58|40|55)...$|^(25006|25P03|25P04|3D000|42P01)$/;

/** Any SQLSTATE. Codes of Node that are as long begin with E (`EPIPE`), which none of PostgreSQL's does. */
const SQLSTATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/** Those of them that end the connection or leave open what became of the statement. */
const UNTRUSTED_SQLSTATE = /^(08|57P|25P0[34]|40003)/;

/** Codes of node:net, node:dns and sqlite3 that mean the same. */
const UNAVAILABLE_CODE =
  /^(E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_)\w*|SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|FULL|READONLY|NOTADB|CORRUPT|PROTOCOL)\w*)$/;

/** What pg, Knex and tarn say without any code. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|Connection ended|Query read timeout|Timeout acquiring a connection|timeout expired|timeout exceeded when trying to connect|aborted|Unable to acquire a connection|Client has encountered a connection error|no such table/i;

/** A failure of the database as `StoreUnavailableError`; a defect of ours unchanged. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof LeaseholdError) return error;
  return isUnavailable(error) ? new StoreUnavailableError(error, provesRollback(error)) : error;
}

/** A failure to get a connection at all, after which certainly nothing was written. */
export function asConnectError(error: unknown): unknown {
  return isUnavailable(error) ? new StoreUnavailableError(error, true) : error;
}

/** Whether a connection that gave this error can no longer be trusted. */
export function endsConnection(error: unknown): boolean {
  return error instanceof StoreUnavailableError && !error.nothingWritten;
}

/**
 * Whether the database answered with an error to the statement itself, which proves that its transaction is undone.
 * SQLite runs in this process: any answer of it is one.
 */
function provesRollback(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_') || (SQLSTATE.test(code) && !UNTRUSTED_SQLSTATE.test(code));
}

function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_CODE.test(code)) return true;
  return error instanceof Error && (code === '' || code === 'SQLITE_ERROR') && UNAVAILABLE_MESSAGE.test(error.message);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
