import { sqliteHarness } from '../support/harnesses.js';
import { describeJobRepositoryContract } from './job-repository-contract.js';

describeJobRepositoryContract('SQLite', sqliteHarness);
describeJobRepositoryContract('SQLite, one call a statement', () => sqliteHarness({ batchMax: 1 }));
