import {
  type HistoryReader,
  Inspection,
  type SchemaFaults,
  type TableUpkeep,
} from '../../application/ports/inspection.js';
import type { AuditedEvent, AuditedJob } from '../../domain/job-audit.js';
import type { Database, Query } from './database.js';
import { type EventRow, instantFromRow, type JobRow } from './job-row.js';
import { expectedSchema, type SchemaDialect } from './migrations/expected-schema.js';

/** A named part of the schema as it was found. */
export interface FoundObject {
  readonly kind: string;
  readonly name: string;
  readonly isValid: boolean;
}

/** What the two databases tell differently about themselves. */
export interface InspectionDialect {
  readonly schema: SchemaDialect;
  /** An expression for the store's now, in whole milliseconds. */
  readonly now: string;
  found(query: Query): Promise<readonly FoundObject[]>;
  upkeep(query: Query): Promise<readonly TableUpkeep[]>;
}

/** Jobs whose histories are read in one snapshot: a longer one would keep old rows alive for too long. */
const JOBS_IN_SNAPSHOT = 1_000;
const EVENTS_IN_PAGE = 5_000;

const JOB_COLUMNS = `id, status, attempts, max_attempts, locked_by, locked_until, finished_at,
  result IS NOT NULL AS has_result, last_error <> '' AS has_error`;
const EVENT_COLUMNS = 'id, job_id, type, attempt, worker_id';

/** Looks at a SQL store, in transactions that only read. */
export class KnexInspection extends Inspection {
  /** @param database whose transactions read one snapshot and write nothing */
  constructor(
    private readonly database: Database,
    private readonly dialect: InspectionDialect,
  ) {
    super();
  }

  async now(): Promise<number> {
    const [row] = await this.database.query<{ now: Date | number }>(`SELECT ${this.dialect.now} AS now`);
    return Number(row?.now);
  }

  async schemaFaults(): Promise<SchemaFaults> {
    const found = await this.database.transaction((query) => this.dialect.found(query));
    const names = found.map(({ kind, name }) => `${kind} ${name}`);
    return {
      missing: (await expectedSchema(this.dialect.schema)).filter((name) => !names.includes(name)),
      invalid: found.filter(({ isValid }) => !isValid).map(({ kind, name }) => `${kind} ${name}`),
    };
  }

  async upkeep(): Promise<readonly TableUpkeep[]> {
    return this.database.transaction((query) => this.dialect.upkeep(query));
  }

  async readHistories(reader: HistoryReader): Promise<void> {
    let after: string | undefined;
    do {
      after = await this.database.transaction((query) => readSnapshot(query, after, reader));
    } while (after !== undefined);
  }
}

/**
 * Reads the jobs whose ids come next after `after` and, in the same order, all events from there to the last of them.
 *
 * @returns the last id; undefined if no job is left
 */
async function readSnapshot(
  query: Query,
  after: string | undefined,
  reader: HistoryReader,
): Promise<string | undefined> {
  const beyond = after === undefined ? { sql: 'true', bindings: [] } : { sql: 'id > ?', bindings: [after] };
  const jobs = await query<JobRow & Outcome>(
    `SELECT ${JOB_COLUMNS} FROM jobs_job WHERE ${beyond.sql} ORDER BY id LIMIT ?`,
    [...beyond.bindings, JOBS_IN_SNAPSHOT],
  );
  const last = jobs.length < JOBS_IN_SNAPSHOT ? undefined : jobs.at(-1)?.id;
  let next = 0;
  const readJobsUpTo = (id: string | undefined) => {
    for (let job = jobs[next]; job !== undefined && (id === undefined || job.id <= id); job = jobs[next]) {
      reader.job(auditedJob(job));
      next += 1;
    }
  };
  await readEvents(query, after, last, (event) => {
    readJobsUpTo(event.jobId);
    reader.event(event);
  });
  readJobsUpTo(last);
  return last;
}

/** Reads the events of the jobs above `after` and up to `last` in the order of their jobs and ids, page by page. */
async function readEvents(
  query: Query,
  after: string | undefined,
  last: string | undefined,
  read: (event: AuditedEvent) => void,
): Promise<void> {
  const upTo = last === undefined ? { sql: '', bindings: [] } : { sql: 'AND job_id <= ?', bindings: [last] };
  let from =
    after === undefined ? { sql: 'true', bindings: [] as unknown[] } : { sql: 'job_id > ?', bindings: [after] };
  for (;;) {
    const rows = await query<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM jobs_jobevent WHERE ${from.sql} ${upTo.sql} ORDER BY job_id, id LIMIT ?`,
      [...from.bindings, ...upTo.bindings, EVENTS_IN_PAGE],
    );
    for (const row of rows) read(auditedEvent(row));
    const end = rows.at(-1);
    if (end === undefined || rows.length < EVENTS_IN_PAGE) return;
    from = { sql: '(job_id, id) > (?, ?)', bindings: [end.job_id, end.id] };
  }
}

interface Outcome {
  readonly has_result: boolean | number;
  readonly has_error: boolean | number;
}

function auditedJob(row: JobRow & Outcome): AuditedJob {
  return {
    id: row.id,
    status: row.status,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    lockedBy: row.locked_by,
    lockedUntil: instantFromRow(row.locked_until),
    finishedAt: instantFromRow(row.finished_at),
    hasResult: Boolean(row.has_result),
    hasError: Boolean(row.has_error),
  };
}

function auditedEvent(row: EventRow): AuditedEvent {
  const { type, attempt } = row;
  return { id: Number(row.id), jobId: row.job_id, type, attempt, workerId: row.worker_id };
}
