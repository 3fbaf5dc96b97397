import type { Knex } from 'knex';
import { isPostgres } from '../knex-client.js';

/** The finished jobs of one status, latest first: `ordering=-finished_at`, how the operator's page shows failed jobs. */
export async function up(knex: Knex): Promise<void> {
  // SQLite has nulls last in a descending index anyway, and does not let one say so.
  const order = isPostgres(knex) ? 'finished_at DESC NULLS LAST' : 'finished_at DESC';
  await knex.raw(`CREATE INDEX job_finished_idx ON jobs_job (status, ${order}, id DESC) WHERE finished_at IS NOT NULL`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX job_finished_idx');
}
