import { postgresHarness } from '../support/harnesses.js';
import { describeHttpApi } from './describe-http-api.js';

describeHttpApi('PostgreSQL', postgresHarness);
