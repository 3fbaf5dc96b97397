import type { Knex } from 'knex';

/** The part of Knex's client that its types leave open, of a connection type `C`. */
interface KnexClient<C> {
  readonly dialect: 'postgresql' | 'sqlite3';
  acquireConnection(): Promise<C>;
  releaseConnection(connection: C): Promise<void>;
}

export function clientOf<C = unknown>(knex: Knex): KnexClient<C> {
  return knex.client as KnexClient<C>;
}

export function isPostgres(knex: Knex): boolean {
  return clientOf(knex).dialect === 'postgresql';
}
