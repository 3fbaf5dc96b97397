import { memoryHarness } from '../support/harnesses.js';
import { describeHttpApi } from './describe-http-api.js';

describeHttpApi('memory', memoryHarness);
