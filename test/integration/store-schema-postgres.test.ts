import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { copyEvents } from '../support/copy-events.js';
import { type PostgresLocation, type RawDatabase, rawPostgres } from '../support/raw-database.js';
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
  let database: RawDatabase<PostgresLocation>;
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
      `CREATE INDEX job_status_idx ${on} (status, created_at DESC, id DESC)`,
      `CREATE INDEX job_type_idx ${on} (type, status, created_at DESC, id DESC)`,
      `CREATE INDEX job_retry_idx ${on} (available_at) WHERE (((status)::text = 'queued'::text) AND (attempts > 0))`,
      `CREATE INDEX job_finished_idx ${on} (status, finished_at DESC NULLS LAST, id DESC) WHERE (finished_at IS NOT NULL)`,
    ]);
  });

  it('keeps an event from a job that another transaction is deleting', async () => {
    const { id } = await insertJob(database);
    const deleting = await database.knex.transaction();
    await deleting.raw('DELETE FROM jobs_job WHERE id = ?', [String(id)]);
    const inserting = rejection(insertEvent(database, id));
    await untilSomebodyWaits();
    await deleting.commit();
    expect((await inserting).message).to.include('no event without its job');
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

  it('checks every event of a statement, and keeps none of them if one has no job', async () => {
    const [one, other] = [await insertJob(database), await insertJob(database)];
    const insert = (ids: readonly unknown[]) =>
      database.sql(
        `INSERT INTO jobs_jobevent (job_id, type, created_at) SELECT id, 'created', now() FROM unnest(?::uuid[]) AS j (id)`,
        [[...ids]],
      );
    const refused = await rejection(insert([one.id, other.id, randomUUID()]));
    expect(refused).to.include({ code: '23503' });
    expect(await eventsOf(one.id, other.id)).to.equal(0);
    await insert([one.id, one.id, other.id]);
    expect(await eventsOf(one.id, other.id)).to.equal(3);
  });

  it('checks events that come by COPY', async () => {
    const { id } = await insertJob(database);
    await copyEvents(database, [id, id]);
    expect(await eventsOf(id)).to.equal(2);
    const error = await rejection(copyEvents(database, [id, randomUUID()]));
    expect(error.message).to.include('no event without its job');
    expect(await eventsOf(id)).to.equal(2);
  });

  it('takes an event whose job is made by the same statement, and none whose job is deleted by it', async () => {
    const made = randomUUID();
    const insertBoth = `
      WITH job AS (
        INSERT INTO jobs_job (id, type, available_at, created_at, updated_at)
        VALUES (?::uuid, 'raw.job', now(), now(), now()) RETURNING id
      ) INSERT INTO jobs_jobevent (job_id, type, created_at) SELECT id, 'created', now() FROM job`;
    await database.sql(insertBoth, [made]);
    expect(await eventsOf(made)).to.equal(1);
    const deleteAndInsert = `
      WITH job AS (DELETE FROM jobs_job WHERE id = ?::uuid RETURNING id)
      INSERT INTO jobs_jobevent (job_id, type, created_at) SELECT id, 'created', now() FROM job`;
    await rejection(database.sql(deleteAndInsert, [made]));
    expect(await eventsOf(made)).to.equal(1);
  });

  it('deletes no job from a snapshot that may hide events of it', async () => {
    const { id } = await insertJob(database);
    for (const level of ['repeatable read', 'serializable'] as const) {
      const deleting = await database.knex.transaction({ isolationLevel: level });
      await deleting.raw('SELECT count(*) FROM jobs_job');
      await insertEvent(database, id);
      const error = await rejection(Promise.resolve(deleting.raw('DELETE FROM jobs_job WHERE id = ?', [String(id)])));
      expect(error.message).to.include('READ COMMITTED');
      await deleting.rollback();
    }
    expect(await eventsOf(id)).to.equal(2);
  });

  it('does not let the jobs be truncated and the events left', async () => {
    const { id } = await insertJob(database);
    await insertEvent(database, id);
    const truncate = await rejection(database.sql('TRUNCATE jobs_job'));
    expect(truncate.message).to.include('together with jobs_jobevent');
    await rejection(database.sql('TRUNCATE jobs_job CASCADE'));
    expect(await eventsOf(id)).to.equal(1);
    await database.sql('TRUNCATE jobs_jobevent, jobs_job');
    expect(await eventsOf(id)).to.equal(0);
  });

  it('is not led astray by a temporary table of the same name', async () => {
    const session = await database.knex.transaction();
    await session.raw('CREATE TEMPORARY TABLE jobs_job (id uuid) ON COMMIT DROP');
    const missing = randomUUID();
    await session.raw('INSERT INTO jobs_job VALUES (?)', [missing]);
    const insert = session.raw(`INSERT INTO jobs_jobevent (job_id, type, created_at) VALUES (?, 'created', now())`, [
      missing,
    ]);
    expect((await rejection(Promise.resolve(insert))).message).to.include('no event without its job');
    await session.rollback();
  });

  it('never changes the id of a job, with events or without', async () => {
    const { id } = await insertJob(database);
    const change = database.sql('UPDATE jobs_job SET id = ? WHERE id = ?', [randomUUID(), id]);
    expect((await rejection(change)).message).to.include('the id of a job never changes');
    await database.sql('UPDATE jobs_job SET id = id, priority = 1 WHERE id = ?', [id]);
  });

  async function eventsOf(...ids: readonly unknown[]): Promise<number> {
    const events = await database.sql('SELECT id FROM jobs_jobevent WHERE job_id = ANY(?::uuid[])', [[...ids]]);
    return events.length;
  }

  async function untilSomebodyWaits(): Promise<void> {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await database.sql(waiting)).length === 0);
  }
});
