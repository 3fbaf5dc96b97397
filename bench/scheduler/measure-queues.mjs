import { threadId } from 'node:worker_threads';
import { LocalTaskQueue } from '../../dist/infrastructure/scheduler/local-task-queue.js';
import { createQueueMemory } from '../../dist/infrastructure/scheduler/memory-layout.js';
import { SharedTaskQueue } from '../../dist/infrastructure/scheduler/shared-task-queue.js';

const SMALL = 100;
const LARGE = 100_000;
const NOTHING = new Uint8Array(0);
const NAME = new Uint8Array(1);

/** Both queues through the same two functions, on one thread. */
const queues = {
  shared: (size) => {
    const queue = SharedTaskQueue.attach(createQueueMemory(size, 1, 0), threadId);
    const tasks = [0, 1, 2].map((priority) => {
      return {
        parts: [NAME, NOTHING, NOTHING],
        bytes: 1,
        priority,
        flags: 0,
        submittedAt: performance.now(),
        number: 0,
      };
    });
    return {
      insert: (priority) => queue.submitSync(tasks[priority]),
      extract: () => queue.finishOnly(queue.takeSync(), 0, 0),
    };
  },
  local: (size) => {
    const queue = new LocalTaskQueue(size);
    return { insert: (priority) => queue.trySubmit({ key: 0, index: -1 }, priority), extract: () => queue.take() };
  },
};

/** Fills an empty queue and drains it again, `times` over. @returns ns for one insert and one extract */
async function fillAndDrain(queue, priorities, times) {
  const startedAt = performance.now();
  for (let time = 0; time < times; time += 1) {
    for (const priority of priorities) queue.insert(priority);
    for (let left = priorities.length; left > 0; left -= 1) await queue.extract();
  }
  return ((performance.now() - startedAt) * 1e6) / (priorities.length * times);
}

async function timeOf(start, size, times) {
  const queue = start(size);
  const priorities = Uint8Array.from({ length: size }, () => Math.floor(Math.random() * 3));
  // Compiles the code, and touches the memory for the first time.
  await fillAndDrain(queue, priorities, Math.ceil(times / 2));
  return fillAndDrain(queue, priorities, times);
}

/** One insert and one extract of each queue, at two sizes, in ns. */
export async function measure() {
  const figures = {};
  for (const [name, start] of Object.entries(queues)) {
    const smallNs = await timeOf(start, SMALL, 2_000);
    const largeNs = await timeOf(start, LARGE, 2);
    figures[name] = { smallNs, largeNs, growth: largeNs / smallNs };
  }
  return figures;
}
