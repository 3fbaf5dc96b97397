import { expect } from 'chai';
import { type RawDatabase, rawSqlite } from '../support/raw-database.js';
import { insertEvent, insertJob } from '../support/raw-rows.js';
import { rejection } from '../support/rejection.js';

const JOB_COLUMNS = [
  'id text NOT NULL',
  'type varchar(120) NOT NULL',
  `payload text NOT NULL DEFAULT '{}'`,
  `status varchar(20) NOT NULL DEFAULT 'queued'`,
  'priority smallint NOT NULL DEFAULT 50',
  'available_at integer NOT NULL',
  'attempts integer NOT NULL DEFAULT 0',
  'max_attempts integer NOT NULL DEFAULT 3',
  'idempotency_key varchar(255)',
  'locked_by varchar(255)',
  'locked_until integer',
  `last_error text NOT NULL DEFAULT ''`,
  'result text',
  'created_at integer NOT NULL',
  'updated_at integer NOT NULL',
  'finished_at integer',
];
const EVENT_COLUMNS = [
  'id integer',
  'job_id text NOT NULL',
  'type varchar(20) NOT NULL',
  'attempt integer NOT NULL DEFAULT 0',
  'worker_id varchar(255)',
  `message text NOT NULL DEFAULT ''`,
  `data text NOT NULL DEFAULT '{}'`,
  'created_at integer NOT NULL',
];

const COLUMNS_OF = `
SELECT name || ' ' || lower(type) || iif("notnull", ' NOT NULL', '') || COALESCE(' DEFAULT ' || dflt_value, '') AS text
FROM pragma_table_info(?) ORDER BY cid`;

/** All through a connection that has asked for nothing: no foreign keys, no recursive triggers. */
describe('the schema on SQLite', () => {
  let database: RawDatabase;
  before(async () => {
    database = await rawSqlite();
    await database.open().migrations.latest();
  });
  after(() => database.close());

  async function texts(sql: string, bindings: readonly unknown[] = []): Promise<string[]> {
    return (await database.sql<{ text: string }>(sql, bindings)).map(({ text }) => text.replace(/\s+/g, ' '));
  }

  async function eventsOf(jobId: unknown): Promise<unknown[]> {
    return database.sql('SELECT message FROM jobs_jobevent WHERE job_id = ?', [jobId]);
  }

  it('refuses what PostgreSQL refuses by its column types (job_types_valid)', async () => {
    for (const fields of [
      { max_attempts: 'abc' },
      { attempts: 'abc', max_attempts: 'abd' },
      { priority: 99_999 },
      { priority: 1.5 },
      { available_at: 'soon' },
      { payload: 'no json' },
      { type: 'x'.repeat(121) },
      { max_attempts: 2 ** 31 },
    ])
      await rejection(insertJob(database, fields));
  });

  it('removes no job by its rowid without its events', async () => {
    const [one, two] = [await insertJob(database), await insertJob(database)];
    for (const { id } of [one, two]) await insertEvent(database, id, { message: 'kept' });
    const rowid = '(SELECT rowid FROM jobs_job WHERE id = ?)';
    await rejection(
      database.sql(
        `INSERT OR REPLACE INTO jobs_job (rowid, id, type, available_at, created_at, updated_at)
         VALUES (${rowid}, 'other', 't', 1, 1, 1)`,
        [one.id],
      ),
    );
    await rejection(database.sql(`UPDATE OR REPLACE jobs_job SET rowid = ${rowid} WHERE id = ?`, [one.id, two.id]));
    for (const { id } of [one, two]) expect(await eventsOf(id)).to.deep.equal([{ message: 'kept' }]);
  });

  it('has exactly the columns, types and defaults that it should', async () => {
    expect(await texts(COLUMNS_OF, ['jobs_job'])).to.deep.equal(JOB_COLUMNS);
    expect(await texts(COLUMNS_OF, ['jobs_jobevent'])).to.deep.equal(EVENT_COLUMNS);
  });

  it('has two tables beside the ledger of migrations', async () => {
    const tables = await texts(
      `SELECT name AS text FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1`,
    );
    expect(tables).to.deep.equal(['jobs_job', 'jobs_jobevent', 'knex_migrations', 'knex_migrations_lock']);
  });

  it('has the indexes of the queue', async () => {
    const indexes = await texts(
      `SELECT sql AS text FROM sqlite_schema WHERE type = 'index' AND name LIKE 'job!_%' ESCAPE '!'`,
    );
    expect(indexes).to.include.members([
      `CREATE INDEX job_claim_idx ON jobs_job (priority DESC, available_at, created_at, id) WHERE status = 'queued' AND attempts < max_attempts`,
      `CREATE INDEX job_timeout_idx ON jobs_job (locked_until) WHERE status = 'running'`,
      'CREATE UNIQUE INDEX job_idempotency_key_unique ON jobs_job (idempotency_key) WHERE idempotency_key IS NOT NULL',
      'CREATE INDEX job_event_job_id_idx ON jobs_jobevent (job_id, id)',
      'CREATE INDEX job_status_idx ON jobs_job (status, created_at DESC, id DESC)',
      'CREATE INDEX job_type_idx ON jobs_job (type, status, created_at DESC, id DESC)',
      `CREATE INDEX job_retry_idx ON jobs_job (available_at) WHERE status = 'queued' AND attempts > 0`,
      'CREATE INDEX job_finished_idx ON jobs_job (status, finished_at DESC, id DESC) WHERE finished_at IS NOT NULL',
    ]);
  });

  it('is in WAL mode for everybody who opens the file', async () => {
    expect(await database.sql('PRAGMA journal_mode')).to.deep.equal([{ journal_mode: 'wal' }]);
  });

  it('does not let REPLACE delete a job by its key and leave the events behind', async () => {
    const { id } = await insertJob(database, { idempotency_key: 'replaced' });
    const other = await insertJob(database);
    await insertEvent(database, id, { message: 'kept' });
    const copy = `'00000000-0000-4000-8000-000000000000', type, 'replaced', available_at, created_at, updated_at`;
    const columns = 'id, type, idempotency_key, available_at, created_at, updated_at';
    for (const statement of [
      `INSERT OR REPLACE INTO jobs_job (${columns}) SELECT ${copy} FROM jobs_job WHERE id = '${id}'`,
      `UPDATE OR REPLACE jobs_job SET idempotency_key = 'replaced' WHERE id = '${other.id}'`,
    ])
      expect((await rejection(database.sql(statement))).message).to.include('jobs_job.idempotency_key');
    expect(await eventsOf(id)).to.deep.equal([{ message: 'kept' }]);
  });

  it('does not let REPLACE change an event', async () => {
    const { id } = await insertJob(database);
    const event = await insertEvent(database, id, { message: 'first' });
    const replace = `INSERT OR REPLACE INTO jobs_jobevent (id, job_id, type, message, created_at) VALUES (?, ?, 'failed', 'other', 1)`;
    expect((await rejection(database.sql(replace, [event.id, id]))).message).to.include('events are never updated');
    expect(await eventsOf(id)).to.deep.equal([{ message: 'first' }]);
  });
});
