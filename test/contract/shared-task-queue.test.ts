import { closeSharedQueues, openSharedQueue } from '../support/scheduler/shared-queue.js';
import { describeTaskQueueContract } from './task-queue-contract.js';

describe('In shared memory', () => {
  afterEach(closeSharedQueues);
  describeTaskQueueContract('SharedTaskQueue', openSharedQueue);
});
