/**
 * A connection of its own, for what a user would not do: to look how far the work is, and to check that it was done.
 *
 * @param url `postgres://…` or `sqlite:PATH` of a database that is there already
 * @returns `count(sql)`, the number in the only row of a query, `run(sql)`, and `close()`
 */
export async function openSql(url) {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url);
}

async function openPostgres(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  return {
    count: async (sql) => Number(Object.values((await client.query(sql)).rows[0])[0]),
    run: async (sql) => void (await client.query(sql)),
    close: () => client.end(),
  };
}

async function openSqlite(path) {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(path, { fileMustExist: true, timeout: 5_000 });
  return {
    count: async (sql) => Number(Object.values(database.prepare(sql).get())[0]),
    run: async (sql) => void database.exec(sql),
    close: async () => void database.close(),
  };
}
