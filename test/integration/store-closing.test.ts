import { expect } from 'chai';
import { type RawDatabase, rawPostgres, rawSqlite } from '../support/raw-database.js';
import { rejection } from '../support/rejection.js';
import { claimNext, createJob } from '../support/with-store.js';

const JOBS = 40;

for (const { name, openDatabase } of [
  { name: 'PostgreSQL', openDatabase: rawPostgres },
  { name: 'SQLite', openDatabase: rawSqlite },
]) {
  describe(`closing a store on ${name}`, () => {
    let database: RawDatabase;
    before(async () => {
      database = await openDatabase();
      await database.open().migrations.latest();
    });
    after(() => database.close());

    it('lets every call under way end, those that wait for a connection or a batch too', async () => {
      const store = database.open({ poolMax: 2, batchMax: 3 });
      const creates = Array.from({ length: JOBS }, () => createJob(store.repository));
      const reads = Array.from({ length: JOBS }, () => store.queries.ping());
      await store.close();
      expect(await Promise.all(creates)).to.have.length(JOBS);
      await Promise.all(reads);
      await rejection(store.queries.ping());
    });

    it('does not need what it never used', async () => {
      await database.open().close();
    });

    it('leaves what is claimed to its lease', async () => {
      const store = database.open();
      await createJob(store.repository, { priority: 99 });
      const { token } = await claimNext(store.repository);
      await store.close();
      expect(await database.open().repository.settle(token, { type: 'succeeded', result: 1 })).to.equal('written');
    });
  });
}
