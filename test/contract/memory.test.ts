import { memoryHarness } from '../support/harnesses.js';
import { describeJobRepositoryContract } from './job-repository-contract.js';

describeJobRepositoryContract('memory', memoryHarness);
