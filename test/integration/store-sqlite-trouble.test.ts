import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import knex from 'knex';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import { Database } from '../../src/infrastructure/persistence/database.js';
import { knexLog } from '../../src/infrastructure/persistence/knex-log.js';
import { beginImmediate } from '../../src/infrastructure/persistence/sqlite/begin-immediate.js';
import { openSqlite, sqliteKnexConfig } from '../../src/infrastructure/persistence/sqlite/open-sqlite.js';
import { storeConfig } from '../support/open-store.js';
import { type RawDatabase, rawSqlite, type SqliteLocation } from '../support/raw-database.js';
import { rejection } from '../support/rejection.js';
import { SilentLogger } from '../support/silent-logger.js';
import { createJob } from '../support/with-store.js';

/** Longer than a statement waits inside SQLite, shorter than a transaction waits for its turn. */
const OCCUPIED_MS = 300;
const PATIENCE_MS = 400;

describe('trouble with a SQLite file', () => {
  let database: RawDatabase<SqliteLocation>;
  beforeEach(async () => {
    database = await rawSqlite();
    await database.open().migrations.latest();
  });
  afterEach(() => database.close());

  /** One connection, with nothing of a store around it. */
  function openDatabase() {
    const pool = knex({ ...sqliteKnexConfig(database.location.path, 1), log: knexLog(new SilentLogger()) });
    return { single: new Database(pool, beginImmediate(1_000)), pool };
  }

  it('gives up after its patience, whatever waits in front, and writes nothing then', async () => {
    const impatient = openSqlite(
      database.location.path,
      storeConfig(database.location),
      new SilentLogger(),
      PATIENCE_MS,
    );
    await impatient.migrations.latest();
    await database.sql('BEGIN IMMEDIATE');
    const startedAt = performance.now();
    const calls = [
      ...Array.from({ length: 6 }, () => createJob(impatient.repository)),
      impatient.repository.claim(['w'], 1_000),
      impatient.repository.expireLeases(1, (job) =>
        job.expireLease({ baseMs: 0, maxMs: 0, jitter: 0, sample: () => 0 }),
      ),
    ];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).to.have.property('status', 'rejected');
      expect(call).to.have.nested.property('reason.nothingWritten', true);
    }
    expect(performance.now() - startedAt).to.be.below(4 * PATIENCE_MS + 2_000);
    await database.sql('COMMIT');
    expect((await impatient.queries.stats()).total).to.equal(0);
    await impatient.close();
  });

  it('waits for its turn while another process writes, and reads meanwhile', async () => {
    const { repository, queries } = database.open();
    await database.sql('BEGIN IMMEDIATE');
    const creates = Array.from({ length: 10 }, () => createJob(repository));
    await Promise.all([pause(OCCUPIED_MS), queries.ping(), queries.jobs({}, 10, 0)]);
    expect((await queries.stats()).total).to.equal(0);
    await database.sql('COMMIT');
    await Promise.all(creates);
    expect((await queries.stats()).total).to.equal(10);
  });

  it('says that the store is away when the disk is full, and goes on when it is not', async () => {
    const { single: full, pool } = openDatabase();
    const fill = () =>
      full.transaction(async (query) => {
        for (let n = 0; n < 3; n += 1) await query(`INSERT INTO heap VALUES (zeroblob(200000))`);
      });
    await full.query('CREATE TABLE heap (data)');
    const [{ page_count: pages } = { page_count: 0 }] = await full.query<{ page_count: number }>('PRAGMA page_count');
    for (let n = 0; n < 3; n += 1) {
      await full.query(`PRAGMA max_page_count = ${pages + 70}`);
      const error = await rejection(fill());
      expect(error).to.be.instanceOf(StoreUnavailableError);
      expect(String(error.cause)).to.include('SQLITE_FULL');
      expect(await full.query('SELECT count(*) AS count FROM heap')).to.deep.equal([{ count: 0 }]);
    }
    await full.query('PRAGMA max_page_count = 1000000');
    await fill();
    await pool.destroy();
  });

  it('passes on what went wrong, and not that the rollback found nothing to undo', async () => {
    const { single, pool } = openDatabase();
    const error = await rejection(
      single.transaction(async (query) => {
        await query('ROLLBACK');
        throw new RangeError('what went wrong');
      }),
    );
    expect(error).to.be.instanceOf(RangeError);
    expect(await single.query('SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    await pool.destroy();
  });

  /** Where the system can tell (Linux): how often this process has the file open. */
  function openFiles(path: string): number {
    if (process.platform !== 'linux') return 0;
    const links = readdirSync('/proc/self/fd').map((fd) => readlink(`/proc/self/fd/${fd}`));
    return links.filter((target) => target === path).length;
  }

  it('says that the store is away where the file is none of SQLite, or has no schema', async () => {
    const other = await rawSqlite();
    expect(await rejection(other.open().queries.stats())).to.be.instanceOf(StoreUnavailableError);
    await other.close();
    const garbage = await rawSqlite();
    writeFileSync(garbage.location.path, 'this is not a database, whatever its name may be\n'.repeat(50));
    const { queries } = garbage.open();
    for (let n = 0; n < 20; n += 1) expect(await rejection(queries.ping())).to.be.instanceOf(StoreUnavailableError);
    expect(openFiles(garbage.location.path), 'files left open').to.be.at.most(2);
    expect(await rejection(garbage.open().migrations.latest())).to.be.instanceOf(StoreUnavailableError);
    await garbage.close();
  });
});

/** Where a link leads; nowhere if it is gone. */
function readlink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
