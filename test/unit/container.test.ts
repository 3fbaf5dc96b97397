import { mkdtempSync, rmSync } from 'node:fs';
import { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { ClaimJobs } from '../../src/application/claim-jobs.js';
import { CleanUpExpiredLeases } from '../../src/application/clean-up-expired-leases.js';
import { CompleteJob } from '../../src/application/complete-job.js';
import { CreateJob } from '../../src/application/create-job.js';
import { FailJob } from '../../src/application/fail-job.js';
import { HandlerRunner } from '../../src/application/ports/handler-runner.js';
import { Ids } from '../../src/application/ports/ids.js';
import { JobQueries } from '../../src/application/ports/job-queries.js';
import { JobRepository } from '../../src/application/ports/job-repository.js';
import { JobTypes } from '../../src/application/ports/job-types.js';
import { Logger } from '../../src/application/ports/logger.js';
import { QueueActivity } from '../../src/application/ports/queue-activity.js';
import { QueueSettings } from '../../src/application/ports/queue-settings.js';
import { WakeUp } from '../../src/application/ports/wake-up.js';
import { CheckHealth } from '../../src/application/queries/check-health.js';
import { GetJob } from '../../src/application/queries/get-job.js';
import { GetStats } from '../../src/application/queries/get-stats.js';
import { GetTimeSeries } from '../../src/application/queries/get-time-series.js';
import { ListEventFeed, ListEventsOfJob } from '../../src/application/queries/list-events.js';
import { ListJobTypes } from '../../src/application/queries/list-job-types.js';
import { ListJobs } from '../../src/application/queries/list-jobs.js';
import { ListWorkers } from '../../src/application/queries/list-workers.js';
import { RecordProgress } from '../../src/application/record-progress.js';
import { RenewLease } from '../../src/application/renew-lease.js';
import { RetryFailedJobs } from '../../src/application/retry-failed-jobs.js';
import { RetryJob } from '../../src/application/retry-job.js';
import { buildContainer, STORE } from '../../src/container.js';
import { loadConfig } from '../../src/infrastructure/config.js';
import { ApiSettings } from '../../src/interfaces/http/api-settings.js';
import { HandlerRegistry } from '../../src/interfaces/worker/handler-registry.js';
import { WorkerRunner } from '../../src/interfaces/worker/worker-runner.js';
import { WorkerSettings } from '../../src/interfaces/worker/worker-settings.js';

const USE_CASES = [
  [CreateJob, RetryJob, ClaimJobs, RenewLease, RecordProgress, CompleteJob, FailJob, CleanUpExpiredLeases],
  [RetryFailedJobs, GetTimeSeries, ListWorkers, ListJobTypes],
  [GetJob, ListJobs, ListEventsOfJob, ListEventFeed, GetStats, CheckHealth],
].flat();
const PORTS = [JobRepository, JobQueries, QueueActivity, WakeUp, Ids, Logger, JobTypes, HandlerRunner];
const PARTS = [Server, WorkerRunner, HandlerRegistry];
const SETTINGS = [QueueSettings, ApiSettings, WorkerSettings];

describe('the container', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-container-'));
  after(() => rmSync(folder, { recursive: true }));

  const stores = {
    memory: 'memory:',
    sqlite: `sqlite:${join(folder, 'jobs.db')}`,
    // Nothing listens there: if making the parts connected, closing them would wait for it or fail.
    postgres: 'postgres://nobody@127.0.0.1:1/nothing',
  };

  for (const [kind, url] of Object.entries(stores)) {
    it(`resolves every binding for ${kind}`, async () => {
      const config = loadConfig({ DATABASE_URL: url }, 'start');
      const container = buildContainer(config, undefined, new PassThrough());
      for (const token of [...USE_CASES, ...PORTS, ...PARTS]) {
        expect(container.get<object>(token), token.name).to.be.instanceOf(token);
        expect(container.get<object>(token), token.name).to.equal(container.get<object>(token));
      }
      for (const token of SETTINGS) expect(container.get<object>(token), token.name).to.be.an('object');
      expect(container.get(STORE)).to.have.property('kind', kind);
      await container.get(STORE).close();
    });
  }

  it('loads the demo handlers only where they are asked for', () => {
    const typesOf = (command: 'start' | 'api') => {
      const container = buildContainer(loadConfig({ DATABASE_URL: 'memory:' }, command), undefined, new PassThrough());
      return container.get(JobTypes).names();
    };
    expect(typesOf('start')).to.include('demo.success');
    expect(typesOf('api')).to.deep.equal([]);
  });
});
