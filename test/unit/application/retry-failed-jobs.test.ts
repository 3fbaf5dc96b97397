import { expect } from 'chai';
import { RetryFailedJobs } from '../../../src/application/retry-failed-jobs.js';
import { RetryJob } from '../../../src/application/retry-job.js';
import { StoreUnavailableError } from '../../../src/domain/errors.js';
import { FaultyJobRepository } from '../../support/faulty-job-repository.js';
import { memoryHarness } from '../../support/harnesses.js';
import { rejection } from '../../support/rejection.js';
import type { StoreHarness } from '../../support/store-harness.js';
import { claimNext, createJob } from '../../support/with-store.js';

describe('RetryFailedJobs', () => {
  let harness: StoreHarness;
  let repository: FaultyJobRepository;
  let retryFailedJobs: RetryFailedJobs;
  let ids: string[];

  beforeEach(async () => {
    harness = await memoryHarness();
    const { queries, wakeUp } = harness.store;
    repository = new FaultyJobRepository(harness.store.repository);
    retryFailedJobs = new RetryFailedJobs(queries, new RetryJob(repository, wakeUp));
    ids = [];
    for (let n = 0; n < 10; n += 1) {
      ids.push((await createJob(repository)).id);
      await repository.settle((await claimNext(repository)).token, { type: 'failed', error: 'x' });
    }
  });
  afterEach(() => harness.close());

  const queued = async () => (await harness.store.queries.jobs({ status: 'queued' }, 100, 0)).count;

  it('stops when the store fails, and goes on from there when it is asked again', async () => {
    repository.fail('change', 'after');
    expect(await rejection(retryFailedJobs.execute({ filter: {} }))).to.be.instanceOf(StoreUnavailableError);
    const done = await queued();
    expect(done).to.be.within(1, 9);
    expect(repository.calls.change).to.equal(done);
    const matched = 10 - done;
    expect(await retryFailedJobs.execute({ filter: {} })).to.deep.equal({ matched, retried: matched, skipped: 0 });
    expect(await queued()).to.equal(10);
  });

  it('passes over what somebody else has retried in the meantime', async () => {
    let release = () => {};
    repository.hold.change = new Promise((resolve) => {
      release = resolve;
    });
    const retrying = retryFailedJobs.execute({ filter: {} });
    const [first = '', second = ''] = ids;
    for (const id of [first, second]) await harness.store.repository.change(id, (job) => job.retry());
    release();
    expect(await retrying).to.deep.equal({ matched: 10, retried: 8, skipped: 2 });
  });

  it('retries four at a time', async () => {
    let release = () => {};
    repository.hold.change = new Promise((resolve) => {
      release = resolve;
    });
    const retrying = retryFailedJobs.execute({ filter: {} });
    await new Promise((resolve) => setImmediate(resolve));
    expect(repository.calls.change).to.equal(4);
    release();
    expect(await retrying).to.include({ retried: 10 });
  });
});
