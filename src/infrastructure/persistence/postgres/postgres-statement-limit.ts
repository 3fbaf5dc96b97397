import type { StatementLimit } from '../limited-reads.js';

/** The server ends the statement; 57014 is `query_canceled`. */
export const POSTGRES_STATEMENT_LIMIT: StatementLimit = {
  async run(statement, ms, query) {
    await query(`SET LOCAL statement_timeout = ${Math.ceil(ms)}`);
    return statement();
  },
  code: '57014',
};
