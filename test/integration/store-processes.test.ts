import { expect } from 'chai';
import { type RawDatabase, rawSqlite } from '../support/raw-database.js';
import { StoreProcess } from '../support/store-process.js';
import { createJob } from '../support/with-store.js';

const PROCESSES = 4;
const JOBS = 1_000;

describe('several processes on one SQLite file', function () {
  this.timeout(60_000);

  let database: RawDatabase;
  let processes: StoreProcess[] = [];
  before(async () => {
    database = await rawSqlite();
    await database.open().migrations.latest();
    processes = await StoreProcess.startMany(PROCESSES);
  });
  after(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await database.close();
  });

  it(`claim and complete ${JOBS} jobs, each exactly once, and never hear that the file is busy`, async () => {
    const { repository, queries } = database.open();
    const created = await Promise.all(Array.from({ length: JOBS }, () => createJob(repository)));
    const taken = await Promise.all(processes.map((each) => each.run('drain', database.location)));
    expect(taken.flat().sort()).to.deep.equal(created.map(({ id }) => id).sort());
    expect((await queries.stats()).byStatus.succeeded).to.equal(JOBS);
    const events = await database.sql('SELECT type, count(*) AS count FROM jobs_jobevent GROUP BY type ORDER BY type');
    expect(events).to.deep.equal([
      { type: 'claimed', count: JOBS },
      { type: 'created', count: JOBS },
      { type: 'succeeded', count: JOBS },
    ]);
  });
});
