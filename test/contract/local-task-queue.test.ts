import { LocalTaskQueue } from '../../src/infrastructure/scheduler/local-task-queue.js';
import { describeTaskQueueContract } from './task-queue-contract.js';

describeTaskQueueContract('LocalTaskQueue', (capacity) => new LocalTaskQueue<number>(capacity));
