import type { Claim, GuardedWrite } from '../../../application/ports/job-repository.js';
import type { Job } from '../../../domain/job.js';
import { createdEvent, type NewJobEvent } from '../../../domain/job-event.js';
import { jobFrom, type NewJob } from '../../../domain/new-job.js';
import type { Expiry, ManualRetry, Outcome, SignOfLife, Transition } from '../../../domain/transition.js';
import type { Database, Query } from '../database.js';
import { carryOut, holdsClaim, provesSettle } from '../guarded-transition.js';
import { type EventRow, eventFromRow, type JobRow } from '../job-row.js';
import type { Created, GuardedRequest, JobStatements } from '../job-statements.js';
import { insertEvents, insertJobs, jobFromSqlite, readJobs, updateJobs } from './sqlite-rows.js';

/**
 * Claimable jobs in claim order. As on PostgreSQL, `level` walks over the distinct priorities with one index probe
 * each; CROSS JOIN and INDEXED BY fix the loop order, so that rows come out of the index in order and lazily.
 */
export const CLAIMABLE = `
WITH RECURSIVE level (priority) AS (
  SELECT max(priority) FROM jobs_job INDEXED BY job_claim_idx WHERE status = 'queued' AND attempts < max_attempts
  UNION ALL
  SELECT (SELECT max(priority) FROM jobs_job INDEXED BY job_claim_idx
          WHERE status = 'queued' AND attempts < max_attempts AND priority < level.priority)
  FROM level WHERE level.priority IS NOT NULL
)
SELECT job.* FROM level CROSS JOIN jobs_job AS job INDEXED BY job_claim_idx
WHERE job.status = 'queued' AND job.attempts < job.max_attempts
  AND job.priority = level.priority AND job.available_at <= ?
LIMIT ?`;

const WITH_KEYS = 'SELECT * FROM jobs_job WHERE idempotency_key IN (SELECT value FROM json_each(?))';
const EXPIRED = `SELECT * FROM jobs_job WHERE status = 'running' AND locked_until < ? ORDER BY locked_until LIMIT ?`;
const EVENTS_OF = 'SELECT * FROM jobs_jobevent WHERE job_id = ? AND attempt = ? AND worker_id = ? ORDER BY id';

/**
 * The statements on SQLite. The transaction holds the only write lock of the file from its first step, so what it has
 * read stays true until it commits: rows are read, the entity decides and applies, rows and events are written back.
 * The instant is taken under the lock, from the clock of this machine, which is the clock of every process that can
 * open the file.
 */
export class SqliteJobStatements implements JobStatements {
  constructor(private readonly database: Database) {}

  async create(drafts: readonly NewJob[]): Promise<readonly Created[]> {
    return this.database.transaction(async (query) => {
      const at = Date.now();
      const known = await this.#known(query, drafts);
      const fresh: Job[] = [];
      const created = drafts.map((draft) => {
        const existing = known.get(draft.id) ?? known.get(keyOf(draft));
        if (existing !== undefined) return { job: existing, replayed: existing.id !== draft.id };
        const job = jobFrom(draft, at);
        fresh.push(job);
        if (draft.idempotencyKey !== null) known.set(keyOf(draft), job);
        return { job, replayed: false };
      });
      await insertJobs(query, fresh);
      await insertEvents(query, fresh.map(createdEvent));
      return created;
    });
  }

  async claim(workerIds: readonly string[], leaseMs: number): Promise<readonly Claim[]> {
    return this.database.transaction(async (query) => {
      const at = Date.now();
      const found = (await query<JobRow>(CLAIMABLE, [at, workerIds.length])).map(jobFromSqlite);
      const claims = workerIds.slice(0, found.length).map((workerId, place) => {
        const job = found[place] as Job;
        return { job, workerId, transition: job.claim(workerId, leaseMs) };
      });
      const claimed = await this.#carryOut(query, claims, at);
      return claimed.map((job, place) => ({
        job,
        token: { jobId: job.id, workerId: workerIds[place] as string, attempt: job.attempts },
      }));
    });
  }

  async settle(requests: readonly GuardedRequest<Outcome>[]): Promise<readonly GuardedWrite[]> {
    return this.database.transaction(async (query) => {
      const written = await this.#guarded(query, requests);
      for (const [place, { token, transition }] of requests.entries()) {
        if (written[place] === 'written') continue;
        const rows = await query<EventRow>(EVENTS_OF, [token.jobId, token.attempt, token.workerId]);
        const history = rows.map((row) => eventFromRow(row, 'text'));
        if (provesSettle(history, token, transition)) written[place] = 'written';
      }
      return written;
    });
  }

  async touch(requests: readonly GuardedRequest<SignOfLife>[]): Promise<readonly GuardedWrite[]> {
    return this.database.transaction((query) => this.#guarded(query, requests));
  }

  async expireLeases(limit: number, decide: (job: Job) => Expiry): Promise<readonly Job[]> {
    return this.database.transaction(async (query) => {
      const at = Date.now();
      const expired = (await query<JobRow>(EXPIRED, [at, limit])).map(jobFromSqlite);
      return this.#carryOut(
        query,
        expired.map((job) => ({ job, transition: decide(job) })),
        at,
      );
    });
  }

  async change(jobId: string, decide: (job: Job) => ManualRetry): Promise<Job | undefined> {
    return this.database.transaction(async (query) => {
      const job = (await readJobs(query, [jobId])).get(jobId);
      if (job === undefined) return undefined;
      const [changed] = await this.#carryOut(query, [{ job, transition: decide(job) }], Date.now());
      return changed;
    });
  }

  /** The jobs that drafts of this batch meet: by id, where the call is a repetition, or by key (see {@link keyOf}). */
  async #known(query: Query, drafts: readonly NewJob[]): Promise<Map<string, Job>> {
    const known = new Map(
      await readJobs(
        query,
        drafts.map(({ id }) => id),
      ),
    );
    const keys = drafts.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
    if (keys.length === 0) return known;
    for (const row of await query<JobRow>(WITH_KEYS, [JSON.stringify(keys)])) {
      const job = jobFromSqlite(row);
      known.set(keyOf(job), job);
    }
    return known;
  }

  async #guarded(query: Query, requests: readonly GuardedRequest<Outcome | SignOfLife>[]): Promise<GuardedWrite[]> {
    const rows = await readJobs(
      query,
      requests.map(({ token }) => token.jobId),
    );
    const held = requests.flatMap(({ token, transition }) => {
      const job = rows.get(token.jobId);
      return holdsClaim(job, token) ? [{ job, transition }] : [];
    });
    await this.#carryOut(query, held, Date.now());
    return requests.map(({ token }) => (holdsClaim(rows.get(token.jobId), token) ? 'written' : 'lost'));
  }

  async #carryOut(
    query: Query,
    steps: readonly { readonly job: Job; readonly transition: Transition }[],
    at: number,
  ): Promise<readonly Job[]> {
    const jobs: Job[] = [];
    const events: NewJobEvent[] = [];
    for (const { job: before, transition } of steps) {
      const { job, event } = carryOut(before, transition, at);
      jobs.push(job);
      events.push(event);
    }
    await updateJobs(
      query,
      jobs.filter((job, place) => job !== steps[place]?.job),
    );
    await insertEvents(query, events);
    return jobs;
  }
}

/** An idempotency key as a map key; it cannot be mistaken for an id. A draft without one matches nothing. */
function keyOf({ id, idempotencyKey }: Pick<NewJob, 'id' | 'idempotencyKey'>): string {
  return idempotencyKey === null ? id : `key:${idempotencyKey}`;
}
