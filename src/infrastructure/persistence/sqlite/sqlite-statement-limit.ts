import type { StatementLimit } from '../limited-reads.js';

const REPEAT_MS = 50;

/** An interrupt passes by a statement that still waits for a thread, so it is repeated until it has met. */
export const SQLITE_STATEMENT_LIMIT: StatementLimit = {
  async run(statement, ms, _query, interrupt) {
    let timer = setTimeout(function stop() {
      interrupt();
      timer = setTimeout(stop, REPEAT_MS);
    }, ms);
    try {
      return await statement();
    } finally {
      clearTimeout(timer);
    }
  },
  code: 'SQLITE_INTERRUPT',
};
