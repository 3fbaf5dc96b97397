import { expect } from 'chai';
import type { EventType } from '../../src/domain/job-status.js';
import { jobFrom } from '../../src/domain/new-job.js';
import type { ActivityReader } from '../../src/infrastructure/persistence/activity-reader.js';
import { Database } from '../../src/infrastructure/persistence/database.js';
import { InMemoryActivityReader } from '../../src/infrastructure/persistence/in-memory-activity-reader.js';
import { InMemoryJobTable } from '../../src/infrastructure/persistence/in-memory-job-table.js';
import { type ActivityDialect, KnexActivityReader } from '../../src/infrastructure/persistence/knex-activity-reader.js';
import { POSTGRES_ACTIVITY } from '../../src/infrastructure/persistence/postgres/postgres-activity.js';
import { SQLITE_ACTIVITY } from '../../src/infrastructure/persistence/sqlite/sqlite-activity.js';
import { draft } from '../support/drafts.js';
import { type RawDatabase, rawPostgres, rawSqlite } from '../support/raw-database.js';
import { insertEvent, insertJob, instant } from '../support/raw-rows.js';

const SLICE_MS = 60_000;
/** Long enough for all that happens here. */
const WHOLE_MS = 180 * SLICE_MS;
const START = 1_700_000_040_000 - (1_700_000_040_000 % WHOLE_MS);

interface Line {
  readonly type: EventType;
  readonly job: number;
  readonly at: number;
  readonly workerId: string | null;
}

/** The n-th job is available at once, claimed after n seconds, and at work for 10·n. Every tenth is tried again. */
function jobsAndEvents(count: number): { ids: readonly string[]; lines: readonly Line[] } {
  const lines: Line[] = [];
  for (let job = 0; job < count; job += 1) {
    const at = START + job * 500;
    const workerId = `w${job % 3}`;
    const [claimed, ended] = [at + job * 1000, at + job * 11_000];
    lines.push({ type: 'created', job, at, workerId: null }, { type: 'claimed', job, at: claimed, workerId });
    const end = job % 10 === 0 ? 'retry_scheduled' : job % 10 === 1 ? 'failed' : 'succeeded';
    lines.push({ type: 'progress', job, at: claimed, workerId }, { type: end, job, at: ended, workerId });
  }
  lines.sort((a, b) => a.at - b.at);
  return { ids: Array.from({ length: count }, () => draft().id), lines };
}

describe('the activity of a queue', function () {
  this.timeout(30_000);
  const { ids, lines } = jobsAndEvents(41);
  let databases: RawDatabase[];
  let readers: ActivityReader[];

  before(async () => {
    databases = [await rawSqlite(), await rawPostgres()];
    readers = [memory()];
    for (const database of databases) {
      await database.open().migrations.latest();
      readers.push(await inDatabase(database));
    }
  });
  after(() => Promise.all(databases.map((database) => database.close())));

  const createdAt = (job: number) => START + job * 500;

  function memory(): ActivityReader {
    const table = new InMemoryJobTable();
    for (const [job, id] of ids.entries()) table.put(jobFrom(draft({ id }), createdAt(job)));
    for (const { type, job, at, workerId } of lines)
      table.append({ type, jobId: ids[job] ?? '', attempt: 1, workerId, message: '', data: {}, createdAt: at });
    return new InMemoryActivityReader(table);
  }

  async function inDatabase(database: RawDatabase): Promise<ActivityReader> {
    for (const [job, id] of ids.entries()) {
      const at = instant(database, createdAt(job));
      await insertJob(database, { id, available_at: at, created_at: at });
    }
    for (const { type, job, at, workerId } of lines)
      await insertEvent(database, ids[job], { type, worker_id: workerId, created_at: instant(database, at) });
    const dialect: ActivityDialect = database.location.kind === 'postgres' ? POSTGRES_ACTIVITY : SQLITE_ACTIVITY;
    return new KnexActivityReader(new Database(database.knex, (query) => query('BEGIN')), dialect);
  }

  it('is the same on every store, slice by slice', async () => {
    for (const [from, to] of [
      [START, START + 10 * SLICE_MS],
      [START + SLICE_MS, START + 2 * SLICE_MS],
      [0, START],
      [START + 3 * SLICE_MS, START + 1000 * SLICE_MS],
    ] as const) {
      const [figures, ...others] = await Promise.all(readers.map((reader) => reader.figures(from, to, SLICE_MS)));
      for (const other of others)
        expect(new Map([...other].sort())).to.deep.equal(new Map([...(figures ?? [])].sort()));
      const [tallies, ...otherTallies] = await Promise.all(readers.map((reader) => talliesOf(reader, from, to)));
      for (const other of otherTallies) expect(other).to.deep.equal(tallies);
    }
  });

  async function talliesOf(reader: ActivityReader, from: number, to: number) {
    return [...(await reader.tallies(from, to, SLICE_MS))].sort().map(([start, tallies]) => {
      const plain = tallies.map(({ lastEvent, ...rest }) => ({ ...rest, ...lastEvent }));
      // An event of the memory store carries more than is asked for.
      return [
        start,
        plain
          .map(({ id, succeeded, failed, retried, type, createdAt }) => ({
            id,
            succeeded,
            failed,
            retried,
            type,
            createdAt,
          }))
          .sort((a, b) => a.id - b.id),
      ];
    });
  }

  it('ranks waits of 0 to 40 seconds, and runs ten times as long', async () => {
    for (const reader of readers) {
      const figures = await reader.figures(START, START + WHOLE_MS, WHOLE_MS);
      const { created, succeeded, failed, retried, wait, run } = figures.get(START) ?? {};
      expect([created, succeeded, failed, retried]).to.deep.equal([41, 32, 4, 5]);
      expect(wait).to.deep.equal({ p50: 20_000, p95: 38_000 });
      expect(run).to.deep.equal({ p50: 200_000, p95: 380_000 });
    }
  });

  it('finds the latest event of a job', async () => {
    for (const reader of readers) {
      const latest = await reader.latestEvents([ids[2] ?? '', draft().id]);
      expect([...latest.keys()]).to.deep.equal([ids[2]]);
      expect(latest.get(ids[2] ?? '')).to.deep.include({ type: 'succeeded', createdAt: createdAt(2) + 22_000 });
    }
  });
});
