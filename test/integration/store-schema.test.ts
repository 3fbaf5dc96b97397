import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { EVENT_TYPES, JOB_STATUSES } from '../../src/domain/job-status.js';
import { type RawDatabase, rawPostgres, rawSqlite } from '../support/raw-database.js';
import { insertEvent, insertJob, instant } from '../support/raw-rows.js';
import { rejection } from '../support/rejection.js';

const NOBODY = { locked_by: null, locked_until: null, finished_at: null };

for (const { name, openDatabase } of [
  { name: 'PostgreSQL', openDatabase: rawPostgres },
  { name: 'SQLite', openDatabase: rawSqlite },
]) {
  describe(`the schema on ${name}, by raw SQL`, () => {
    let database: RawDatabase;
    before(async () => {
      database = await openDatabase();
      await database.open().migrations.latest();
    });
    after(() => database.close());
    const someTime = () => instant(database, 1_000);

    async function expectRefused(constraint: string, insertion: Promise<unknown>): Promise<void> {
      expect((await rejection(insertion)).message).to.include(constraint);
    }

    it('fills in the defaults', async () => {
      const job = await insertJob(database);
      expect(job).to.include({ status: 'queued', priority: 50, attempts: 0, max_attempts: 3, last_error: '' });
      expect(job).to.include({ idempotency_key: null, result: null, ...NOBODY });
      const event = await insertEvent(database, job.id);
      expect(event).to.include({ attempt: 0, worker_id: null, message: '' });
      const json = name === 'SQLite' ? '{}' : {};
      expect([job.payload, event.data]).to.deep.equal([json, json]);
    });

    it('demands every column that has no default', async () => {
      for (const column of ['id', 'type', 'available_at', 'created_at', 'updated_at', 'payload', 'last_error'])
        await expectRefused(column, insertJob(database, { [column]: null }));
      const { id } = await insertJob(database);
      for (const column of ['type', 'created_at', 'message', 'data', 'attempt'])
        await expectRefused(column, insertEvent(database, id, { [column]: null }));
    });

    it('accepts the shape of each status and refuses every other (job_status_valid_shape)', async () => {
      const whole = { locked_by: 'w', locked_until: someTime(), finished_at: someTime() };
      const shapes = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
        locked_by: bits & 4 ? whole.locked_by : null,
        locked_until: bits & 2 ? whole.locked_until : null,
        finished_at: bits & 1 ? whole.finished_at : null,
      }));
      const valid: Record<string, number> = { queued: 0b000, running: 0b110, succeeded: 0b001, failed: 0b001 };
      for (const status of JOB_STATUSES) {
        for (const [bits, shape] of shapes.entries()) {
          const insertion = insertJob(database, { status, ...shape });
          if (bits === valid[status]) expect(await insertion).to.include({ status });
          else await expectRefused('job_status_valid_shape', insertion);
        }
      }
    });

    it('refuses impossible numbers of attempts (job_attempts_valid)', async () => {
      for (const fields of [{ attempts: -1 }, { max_attempts: 0 }, { attempts: 4 }, { attempts: 0, max_attempts: -1 }])
        await expectRefused('job_attempts_valid', insertJob(database, fields));
      expect(await insertJob(database, { attempts: 3 })).to.include({ attempts: 3 });
    });

    it('refuses instants that the API could not show (job_instants_valid)', async () => {
      const beyond = [-1, 253_402_300_800_000].map((ms) => instant(database, ms));
      for (const value of beyond)
        for (const column of ['available_at', 'created_at', 'updated_at'])
          await expectRefused('job_instants_valid', insertJob(database, { [column]: value }));
      await insertJob(database, { available_at: instant(database, 253_402_300_799_999) });
    });

    it('knows the four statuses and the nine event types only', async () => {
      expect(JOB_STATUSES).to.have.length(4);
      expect(EVENT_TYPES).to.have.length(9);
      await expectRefused('job_status', insertJob(database, { status: 'cancelled' }));
      const { id } = await insertJob(database);
      for (const type of EVENT_TYPES) await insertEvent(database, id, { type });
      await expectRefused('job_event_type_known', insertEvent(database, id, { type: 'Created' }));
    });

    it('takes each idempotency key once, and any number of rows without', async () => {
      await insertJob(database, { idempotency_key: 'once' });
      const again = await rejection(insertJob(database, { idempotency_key: 'once' }));
      expect(again.message).to.match(/job_idempotency_key_unique|UNIQUE constraint failed: jobs_job.idempotency_key/);
      await insertJob(database, { idempotency_key: null });
      await insertJob(database, { idempotency_key: null });
    });

    it('refuses an event without its job', async () => {
      await rejection(insertEvent(database, randomUUID()));
    });

    it('deletes the events of a job with it, and no others', async () => {
      const [gone, stays] = [await insertJob(database), await insertJob(database)];
      for (const { id } of [gone, gone, stays]) await insertEvent(database, id);
      await database.sql('DELETE FROM jobs_job WHERE id = ?', [gone.id]);
      const events = await database.sql('SELECT job_id FROM jobs_jobevent WHERE job_id IN (?, ?)', [gone.id, stays.id]);
      expect(events).to.deep.equal([{ job_id: stays.id }]);
    });

    it('never changes an event, nor the id of a job that has one', async () => {
      const { id } = await insertJob(database);
      const event = await insertEvent(database, id, { message: 'first' });
      for (const change of [`message = 'other'`, 'id = id + 1000', `job_id = '${randomUUID()}'`])
        await rejection(database.sql(`UPDATE jobs_jobevent SET ${change} WHERE id = ?`, [event.id]));
      await rejection(database.sql('UPDATE jobs_job SET id = ? WHERE id = ?', [randomUUID(), id]));
      expect(await database.sql('SELECT message FROM jobs_jobevent WHERE job_id = ?', [id])).to.deep.equal([
        { message: 'first' },
      ]);
    });

    it('numbers events upwards and never uses a number again', async () => {
      const { id } = await insertJob(database);
      const first = await insertEvent(database, id);
      await database.sql('DELETE FROM jobs_job WHERE id = ?', [id]);
      const next = await insertEvent(database, (await insertJob(database)).id);
      expect(Number(next.id)).to.be.above(Number(first.id));
    });
  });
}
