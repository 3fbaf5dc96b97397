import { expect } from 'chai';
import { ListJobs } from '../../src/application/queries/list-jobs.js';
import { createStore } from '../../src/infrastructure/persistence/create-store.js';
import { draft } from '../support/drafts.js';
import { storeConfig } from '../support/open-store.js';
import { SilentLogger } from '../support/silent-logger.js';

const JOBS = 10_030;

describe('a list of more jobs than a capped count counts', () => {
  const { repository, queries } = createStore(storeConfig({ kind: 'memory' }), new SilentLogger());
  const listJobs = new ListJobs(queries);
  before(async () => {
    for (let n = 0; n < JOBS; n += 1) await repository.create(draft());
  });

  async function counted(offset: number, count: 'exact' | 'capped') {
    const { jobs, ...page } = await listJobs.execute({ offset, count, limit: 10 });
    return { size: jobs.length, count: page.count, isCapped: page.isCapped, hasMore: page.atLeast > offset + 10 };
  }

  it('is counted whole unless asked otherwise', async () => {
    const exact = { size: 10, count: JOBS, isCapped: false };
    expect(await counted(0, 'exact')).to.deep.equal({ ...exact, hasMore: true });
    expect(await counted(JOBS - 10, 'exact')).to.deep.equal({ ...exact, hasMore: false });
  });

  it('is counted to the cap on every page, and still knows its last page', async () => {
    const capped = { size: 10, count: 10_000, isCapped: true };
    for (const offset of [0, 9_990, JOBS - 11])
      expect(await counted(offset, 'capped')).to.deep.equal({ ...capped, hasMore: true });
    expect(await counted(JOBS - 10, 'capped')).to.deep.equal({ ...capped, hasMore: false });
    expect(await counted(JOBS + 10, 'capped')).to.deep.equal({ ...capped, size: 0, hasMore: false });
  });
});
