import { expect } from 'chai';
import { type RawDatabase, rawPostgres } from '../support/raw-database.js';
import { insertEvent, insertJob } from '../support/raw-rows.js';
import { rejection } from '../support/rejection.js';

const JOB_COLUMNS = [
  `id uuid NOT NULL`,
  `type character varying(120) NOT NULL`,
  `payload jsonb NOT NULL DEFAULT '{}'::jsonb`,
  `status character varying(20) NOT NULL DEFAULT 'queued'::character varying`,
  `priority smallint NOT NULL DEFAULT 50`,
  `available_at timestamp with time zone NOT NULL`,
  `attempts integer NOT NULL DEFAULT 0`,
  `max_attempts integer NOT NULL DEFAULT 3`,
  `idempotency_key character varying(255)`,
  `locked_by character varying(255)`,
  `locked_until timestamp with time zone`,
  `last_error text NOT NULL DEFAULT ''::text`,
  `result jsonb`,
  `created_at timestamp with time zone NOT NULL`,
  `updated_at timestamp with time zone NOT NULL`,
  `finished_at timestamp with time zone`,
];
const EVENT_COLUMNS = [
  'id bigint NOT NULL',
  'job_id uuid NOT NULL',
  'type character varying(20) NOT NULL',
  'attempt integer NOT NULL DEFAULT 0',
  'worker_id character varying(255)',
  `message text NOT NULL DEFAULT ''::text`,
  `data jsonb NOT NULL DEFAULT '{}'::jsonb`,
  'created_at timestamp with time zone NOT NULL',
];

const COLUMNS_OF = `
SELECT a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END ||
       COALESCE(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') AS text
FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = ?::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

describe('the schema on PostgreSQL', () => {
  let database: RawDatabase;
  before(async () => {
    database = await rawPostgres();
    await database.open().migrations.latest();
  });
  after(() => database.close());

  async function texts(sql: string, bindings: readonly unknown[] = []): Promise<string[]> {
    return (await database.sql<{ text: string }>(sql, bindings)).map(({ text }) => text);
  }

  it('has exactly the columns, types and defaults that it should', async () => {
    expect(await texts(COLUMNS_OF, ['jobs_job'])).to.deep.equal(JOB_COLUMNS);
    expect(await texts(COLUMNS_OF, ['jobs_jobevent'])).to.deep.equal(EVENT_COLUMNS);
  });

  it('has two tables beside the ledger of migrations', async () => {
    const tables = await texts(`SELECT tablename AS text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`);
    expect(tables).to.deep.equal(['jobs_job', 'jobs_jobevent', 'knex_migrations', 'knex_migrations_lock']);
  });

  it('has the indexes of the queue', async () => {
    const indexes = await texts(
      `SELECT indexdef AS text FROM pg_indexes WHERE tablename LIKE 'jobs_job%' AND indexname LIKE 'job\\_%' ORDER BY indexname`,
    );
    const on = 'ON public.jobs_job USING btree';
    expect(indexes).to.include.members([
      `CREATE INDEX job_claim_idx ${on} (priority DESC, available_at, created_at, id) WHERE (((status)::text = 'queued'::text) AND (attempts < max_attempts))`,
      `CREATE INDEX job_timeout_idx ${on} (locked_until) WHERE ((status)::text = 'running'::text)`,
      `CREATE UNIQUE INDEX job_idempotency_key_unique ${on} (idempotency_key) WHERE (idempotency_key IS NOT NULL)`,
      'CREATE INDEX job_event_job_id_idx ON public.jobs_jobevent USING btree (job_id, id)',
    ]);
  });

  it('keeps an event from a job that another transaction is deleting', async () => {
    const { id } = await insertJob(database);
    const deleting = await database.knex.transaction();
    await deleting.raw('DELETE FROM jobs_job WHERE id = ?', [String(id)]);
    const inserting = rejection(insertEvent(database, id));
    await untilSomebodyWaits();
    await deleting.commit();
    expect((await inserting).message).to.include('foreign key');
    expect(await database.sql('SELECT id FROM jobs_jobevent WHERE job_id = ?', [id])).to.deep.equal([]);
  });

  it('takes an event along that another transaction was adding', async () => {
    const { id } = await insertJob(database);
    const adding = await database.knex.transaction();
    await adding.raw(`INSERT INTO jobs_jobevent (job_id, type, created_at) VALUES (?, 'created', now())`, [String(id)]);
    const deleting = database.sql('DELETE FROM jobs_job WHERE id = ?', [id]);
    await untilSomebodyWaits();
    await adding.commit();
    await deleting;
    expect(await database.sql('SELECT id FROM jobs_jobevent WHERE job_id = ?', [id])).to.deep.equal([]);
  });

  async function untilSomebodyWaits(): Promise<void> {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await database.sql(waiting)).length === 0);
  }
});
