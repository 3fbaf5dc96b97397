import type { JobFilter, PayloadCondition } from '../../application/ports/job-queries.js';
import type { Instant } from '../../domain/job.js';
import type { Condition } from './conditions.js';
import { foldAscii } from './fold-ascii.js';

/** What the two databases write differently in a condition. */
export interface ConditionDialect {
  /** With one placeholder: `column` contains that text, which has its ASCII letters in lower case. */
  readonly contains: (column: string) => string;
  /** `column` begins with the text, compared character by character. */
  readonly startsWith: (column: string, prefix: string) => Condition;
  /** A UUID as it is written, perhaps of zeros and effs to its end, as a binding. */
  readonly uuid: string;
  /** `id` is one of these. */
  readonly idIn: (ids: readonly string[]) => Condition;
  /** The binding of an instant. */
  readonly instant: (at: Instant) => unknown;
  readonly payloadEquals: (condition: PayloadCondition) => Condition;
}

/** The conditions of a filter, but for those on status and type. Those that an index serves come first. */
export function jobConditions(filter: JobFilter, dialect: ConditionDialect): readonly Condition[] {
  const { idPrefix, ids, createdFrom, createdTo, worker, error, idempotencyKey, payload = [] } = filter;
  return [
    idPrefix !== undefined && idBetween(idPrefix, dialect.uuid),
    ids !== undefined && dialect.idIn(ids),
    createdFrom !== undefined && { sql: 'created_at >= ?', bindings: [dialect.instant(createdFrom)] },
    createdTo !== undefined && { sql: 'created_at < ?', bindings: [dialect.instant(createdTo)] },
    // Said as a literal, so that the few running jobs are found by their partial index.
    worker !== undefined && { sql: `status = 'running'`, bindings: [] },
    worker !== undefined && dialect.startsWith('locked_by', worker),
    idempotencyKey !== undefined && { sql: 'idempotency_key = ?', bindings: [idempotencyKey] },
    error !== undefined && { sql: dialect.contains('last_error'), bindings: [foldAscii(error)] },
    ...payload.map((condition) => dialect.payloadEquals(condition)),
  ].filter((condition) => condition !== false);
}

const FIRST_UUID = '00000000-0000-0000-0000-000000000000';
const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A range of the primary key. */
function idBetween(prefix: string, uuid: string): Condition {
  const filled = (rest: string) => prefix + rest.slice(prefix.length);
  return { sql: `id BETWEEN ${uuid} AND ${uuid}`, bindings: [filled(FIRST_UUID), filled(LAST_UUID)] };
}
