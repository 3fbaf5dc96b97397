import { sqliteHarness } from '../support/harnesses.js';
import { describeHttpApi } from './describe-http-api.js';

describeHttpApi('SQLite', sqliteHarness);
