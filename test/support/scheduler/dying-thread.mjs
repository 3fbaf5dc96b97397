/**
 * A thread that works on a shared queue until it has written to guarded memory a given number of times, says so, and
 * stands still, the lock in its hand, until it is ended. So a test can let a thread die at each single write.
 */
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { attachQueueMemory } from '../../../src/infrastructure/scheduler/memory-layout.ts';
import { SharedTaskQueue } from '../../../src/infrastructure/scheduler/shared-task-queue.ts';
import { encodeTask } from '../../../src/infrastructure/scheduler/task-codec.ts';

const { handle, action, slot, fatalWrite } = workerData;
const memory = attachQueueMemory(handle);
let writes = 0;

function fragile(array, name) {
  return new Proxy(array, {
    set(target, index, value) {
      writes += 1;
      if (writes === fatalWrite) {
        parentPort.postMessage(`before write ${fatalWrite}, to ${name}[${String(index)}]`);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      }
      target[index] = value;
      return true;
    },
  });
}

const guarded = ['head', 'totals', 'slots', 'times', 'heapKeys', 'heapSlots', 'pageLinks'];
for (const name of guarded) memory[name] = fragile(memory[name], name);
const queue = new SharedTaskQueue(memory, threadId);
const payload = { module: '/nowhere.mjs', args: ['x'.repeat(9_000)] };

switch (action) {
  case 'submit':
    queue.submitSync(encodeTask({ id: '99', payload }, 0, 0));
    break;
  case 'take':
    queue.takeSync();
    break;
  case 'finish':
    queue.mutex.lock();
    queue.slots.set(slot, 1, threadId + 1);
    queue.mutex.unlock();
    writes = 0;
    queue.finishAndTryTake(slot, 0, 0);
    break;
  case 'extend':
    queue.mutex.lock();
    queue.slots.set(slot, 1, threadId + 1);
    queue.mutex.unlock();
    writes = 0;
    queue.extend(slot, 3);
    break;
}
parentPort.postMessage('done');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
