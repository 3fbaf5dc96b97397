import type { Database } from '../database.js';
import type { JobStatements } from '../job-statements.js';
import { changeJob } from './change-job.js';
import { claimJobs } from './claim-jobs.js';
import { createJobs } from './create-jobs.js';
import { expireLeases, settleClaims } from './settle-claims.js';
import { touchClaims } from './touch-claims.js';

/**
 * The statements on PostgreSQL. Where one statement is the whole transaction it runs as such; statements take their
 * connection as a parameter, so that they can also run inside a transaction of the caller.
 */
export function postgresJobStatements(database: Database): JobStatements {
  const query = database.query.bind(database);
  return {
    create: (drafts) => createJobs(query, drafts),
    claim: (workerIds, leaseMs) => claimJobs(query, workerIds, leaseMs),
    settle: (requests) => settleClaims(query, requests),
    touch: (requests) => touchClaims(query, requests),
    expireLeases: (limit, decide) => database.transaction((inside) => expireLeases(inside, limit, decide)),
    change: (jobId, decide) => database.transaction((inside) => changeJob(inside, jobId, decide)),
  };
}
