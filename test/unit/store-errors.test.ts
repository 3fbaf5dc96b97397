import { expect } from 'chai';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import { asConnectError, asStoreError, endsConnection } from '../../src/infrastructure/persistence/store-errors.js';

type Verdict = 'lost' | 'refused' | 'defect';

/** The connection is gone; whether the statement took place is unknown. */
const LOST: Verdict = 'lost';
/** The database could not do it, and certainly did not; the connection is as good as before. */
const REFUSED: Verdict = 'refused';
/** The statement is wrong. */
const DEFECT: Verdict = 'defect';

const VERDICTS: readonly (readonly [code: string, message: string, verdict: Verdict])[] = [
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', LOST],
  ['ECONNRESET', 'read ECONNRESET', LOST],
  ['EPIPE', 'write EPIPE', LOST],
  ['ETIMEDOUT', 'read ETIMEDOUT', LOST],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db', LOST],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN db', LOST],
  ['EHOSTUNREACH', 'connect EHOSTUNREACH', LOST],
  ['', 'Connection terminated unexpectedly', LOST],
  ['', 'Connection terminated', LOST],
  ['', 'Query read timeout', LOST],
  ['', 'timeout expired', LOST],
  ['', 'Client has encountered a connection error and is not queryable', LOST],
  ['08006', 'connection failure', LOST],
  ['57P01', 'terminating connection due to administrator command', LOST],
  ['57P02', 'terminating connection because of crash of another server process', LOST],
  ['57P03', 'the database system is starting up', LOST],
  ['25P03', 'terminating connection due to idle-in-transaction timeout', LOST],
  ['40003', 'statement completion unknown', LOST],
  ['40001', 'could not serialize access', REFUSED],
  ['40P01', 'deadlock detected', REFUSED],
  ['53300', 'sorry, too many clients already', REFUSED],
  ['53100', 'could not extend file: No space left on device', REFUSED],
  ['55P03', 'canceling statement due to lock timeout', REFUSED],
  ['57014', 'canceling statement due to statement timeout', REFUSED],
  ['25006', 'cannot execute INSERT in a read-only transaction', REFUSED],
  ['42P01', 'relation "jobs_job" does not exist', REFUSED],
  ['28P01', 'password authentication failed', REFUSED],
  ['22P05', 'unsupported Unicode escape sequence', DEFECT],
  ['23505', 'duplicate key value violates unique constraint', DEFECT],
  ['42601', 'syntax error at or near "SELEC"', DEFECT],
  ['SQLITE_BUSY', 'SQLITE_BUSY: database is locked', REFUSED],
  ['SQLITE_FULL', 'SQLITE_FULL: database or disk is full', REFUSED],
  ['SQLITE_IOERR', 'SQLITE_IOERR: disk I/O error', REFUSED],
  ['SQLITE_CANTOPEN', 'SQLITE_CANTOPEN: unable to open database file', REFUSED],
  ['SQLITE_READONLY', 'SQLITE_READONLY: attempt to write a readonly database', REFUSED],
  ['SQLITE_ERROR', 'SQLITE_ERROR: no such table: jobs_job', REFUSED],
  ['SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT: CHECK constraint failed', DEFECT],
  ['SQLITE_ERROR', 'SQLITE_ERROR: near "SELEC": syntax error', DEFECT],
];

function errorOf(code: string, message: string): Error {
  return Object.assign(new Error(message), code === '' ? {} : { code });
}

function verdictOn(error: unknown): Verdict {
  if (!(error instanceof StoreUnavailableError)) return 'defect';
  return error.nothingWritten ? 'refused' : 'lost';
}

describe('errors of the databases', () => {
  for (const [code, message, verdict] of VERDICTS) {
    it(`reads ${code} ${JSON.stringify(message)}`, () => {
      const error = asStoreError(errorOf(code, message));
      expect(verdictOn(error)).to.equal(verdict);
      expect(endsConnection(error)).to.equal(verdict === 'lost');
    });
  }

  it('knows that nothing was written when there was no connection', () => {
    expect(verdictOn(asConnectError(errorOf('ECONNREFUSED', 'connect ECONNREFUSED')))).to.equal('refused');
    expect(verdictOn(asConnectError(errorOf('', 'Timeout acquiring a connection')))).to.equal('refused');
    expect(verdictOn(asConnectError(new TypeError('x is not a function')))).to.equal('defect');
  });

  it('keeps the cause, and errors of its own as they are', () => {
    const cause = errorOf('ECONNREFUSED', 'refused');
    const wrapped = asStoreError(cause);
    expect(wrapped).to.have.property('cause', cause);
    expect(asStoreError(wrapped)).to.equal(wrapped);
  });

  it('leaves defects alone, whatever they are', () => {
    for (const defect of [new TypeError('x is not a function'), 'text', undefined, null, { code: '08006' }])
      expect([asStoreError(defect), endsConnection(defect)]).to.deep.equal([defect, false]);
  });
});
