import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** An empty database of its own for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Removes the database, together with the connections that are still open to it. */
  drop(): Promise<void>;
}

/** Creates an empty database in the server of that URL, whose user must be allowed to. */
export async function createTestDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = `leasehold_test_${randomBytes(8).toString('hex')}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  // template0, because a stray connection to template1 makes CREATE DATABASE fail, and because only it takes an encoding.
  await runOn(adminUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  return {
    url: url.href,
    drop: async () => {
      await runOn(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Runs one statement on a connection of its own and gives its rows. */
export async function runOn(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return rows;
  } finally {
    await client.end();
  }
}
