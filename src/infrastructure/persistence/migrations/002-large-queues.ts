import type { Knex } from 'knex';
import { isPostgres } from '../knex-client.js';

/**
 * Lists, counts and feeds that stay fast with millions of rows, on both databases; and on PostgreSQL, triggers in the
 * place of the foreign key of events (see docs/adr).
 */
export async function up(knex: Knex): Promise<void> {
  if (isPostgres(knex)) await lockTables(knex);
  for (const statement of INDEXES) await knex.raw(statement);
  if (isPostgres(knex)) for (const statement of await referencesByTriggers(knex)) await knex.raw(statement);
}

export async function down(knex: Knex): Promise<void> {
  if (isPostgres(knex)) {
    await lockTables(knex);
    for (const name of FUNCTIONS) await knex.raw(`DROP FUNCTION ${name}() CASCADE`);
    await knex.raw(
      `ALTER TABLE jobs_jobevent ADD CONSTRAINT jobs_jobevent_job_id_fkey
       FOREIGN KEY (job_id) REFERENCES jobs_job (id) ON DELETE CASCADE`,
    );
  }
  for (const name of INDEX_NAMES) await knex.raw(`DROP INDEX ${name}`);
}

/** All that is needed at once, and in the order of the queue's own statements: taken step by step, it would deadlock. */
async function lockTables(knex: Knex): Promise<void> {
  await knex.raw('LOCK TABLE jobs_job, jobs_jobevent IN ACCESS EXCLUSIVE MODE');
}

const INDEXES = [
  // The list of the jobs in one status, newest first; the counts of each status, in lists and in the stats.
  'CREATE INDEX job_status_idx ON jobs_job (status, created_at DESC, id DESC)',
  // The types that there are; the newest jobs of each, in each status; the counts of both.
  'CREATE INDEX job_type_idx ON jobs_job (type, status, created_at DESC, id DESC)',
  // `retries_pending` in the stats. A job that succeeds at once is never in it.
  `CREATE INDEX job_retry_idx ON jobs_job (available_at) WHERE status = 'queued' AND attempts > 0`,
  // The feed of one type of event. Two types are in every job's history and are found without it.
  `CREATE INDEX job_event_type_idx ON jobs_jobevent (type, id) WHERE type NOT IN ('created', 'claimed')`,
];
const INDEX_NAMES = ['job_status_idx', 'job_type_idx', 'job_retry_idx', 'job_event_type_idx'];

const FUNCTIONS = [
  'jobs_jobevent_needs_job',
  'jobs_job_takes_its_events',
  'jobs_job_id_is_fixed',
  'jobs_job_truncation',
];

/**
 * The tables are named with their schema, so that no search path and no temporary table leads a trigger astray. The plans
 * of these functions are kept by the session; made while a table was small, they would read all of it later on: hence
 * without sequential scans.
 */
async function referencesByTriggers(knex: Knex): Promise<readonly string[]> {
  const found: { rows: { schema: string }[] } = await knex.raw('SELECT quote_ident(current_schema()) AS schema');
  const schema = found.rows[0]?.schema;
  const jobs = `${schema}.jobs_job`;
  const events = `${schema}.jobs_jobevent`;
  const define = (name: string, body: string) =>
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$ BEGIN ${body} END $$`;
  const refuse = (message: string, code: string) => `RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'`;
  return [
    'ALTER TABLE jobs_jobevent DROP CONSTRAINT jobs_jobevent_job_id_fkey',
    // All new events at once. The locks keep a concurrent deletion waiting until this transaction has ended.
    define(
      'jobs_jobevent_needs_job',
      `PERFORM FROM (SELECT DISTINCT job_id FROM added ORDER BY job_id) AS named
       LEFT JOIN LATERAL (SELECT id FROM ${jobs} WHERE id = named.job_id FOR KEY SHARE) AS job ON true
       WHERE job.id IS NULL;
       IF FOUND THEN ${refuse('no event without its job', 'foreign_key_violation')}; END IF;
       RETURN NULL;`,
    ),
    `CREATE TRIGGER jobs_jobevent_needs_job AFTER INSERT ON jobs_jobevent REFERENCING NEW TABLE AS added
     FOR EACH STATEMENT EXECUTE FUNCTION jobs_jobevent_needs_job()`,
    // A snapshot that is older than this statement hides events that were added since, and would leave them behind.
    define(
      'jobs_job_takes_its_events',
      `IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
         ${refuse('jobs are deleted in READ COMMITTED transactions only', 'feature_not_supported')};
       END IF;
       DELETE FROM ${events} WHERE job_id = OLD.id;
       RETURN NULL;`,
    ),
    `CREATE TRIGGER jobs_job_takes_its_events AFTER DELETE ON jobs_job
     FOR EACH ROW EXECUTE FUNCTION jobs_job_takes_its_events()`,
    define('jobs_job_id_is_fixed', `${refuse('the id of a job never changes', 'restrict_violation')};`),
    `CREATE TRIGGER jobs_job_id_is_fixed BEFORE UPDATE OF id ON jobs_job
     FOR EACH ROW WHEN (NEW.id IS DISTINCT FROM OLD.id) EXECUTE FUNCTION jobs_job_id_is_fixed()`,
    // The size, since a snapshot may not show all events. In one command with the jobs they are gone by now.
    define(
      'jobs_job_truncation',
      `IF pg_relation_size('${events}') > 0 THEN
         ${refuse('jobs_job is truncated only together with jobs_jobevent', 'foreign_key_violation')};
       END IF;
       RETURN NULL;`,
    ),
    `CREATE TRIGGER jobs_job_truncation AFTER TRUNCATE ON jobs_job
     FOR EACH STATEMENT EXECUTE FUNCTION jobs_job_truncation()`,
  ];
}
