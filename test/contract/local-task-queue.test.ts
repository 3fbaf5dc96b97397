import { LocalTaskQueue } from '../../src/infrastructure/scheduler/local-task-queue.js';
import { describeTaskQueueContract } from './task-queue-contract.js';

describeTaskQueueContract('LocalTaskQueue', (capacity) => {
  const queue = new LocalTaskQueue<{ entry: number; key: number; index: number }>(capacity);
  return {
    submit: (entry, priority) => queue.submit({ entry, key: 0, index: -1 }, priority),
    take: async () => (await queue.take())?.entry ?? null,
    close: () => queue.close(),
    get depth() {
      return queue.depth;
    },
    get rejected() {
      return queue.rejected;
    },
  };
});
