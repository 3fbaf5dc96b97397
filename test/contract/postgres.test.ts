import { postgresHarness } from '../support/harnesses.js';
import { describeJobRepositoryContract } from './job-repository-contract.js';

describeJobRepositoryContract('PostgreSQL', postgresHarness);
describeJobRepositoryContract('PostgreSQL, one call a statement', () => postgresHarness({ batchMax: 1 }));
