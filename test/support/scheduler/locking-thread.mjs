/** A thread that counts under a lock, or waits on a condition until a cell is set. */
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { SharedCondition } from '../../../src/infrastructure/scheduler/sync/shared-condition.ts';
import { SharedMutex } from '../../../src/infrastructure/scheduler/sync/shared-mutex.ts';

const { words, cells, rounds } = workerData;
const mutex = new SharedMutex(words, 0, 1, threadId + 1);
const changed = new SharedCondition(mutex, words, 2, cells, 0);

if (rounds > 0) {
  for (let round = 0; round < rounds; round += 1) {
    mutex.lock();
    cells[1] += 1;
    mutex.unlock();
  }
} else {
  mutex.lock();
  parentPort.postMessage('waiting');
  while (cells[1] === 0) changed.wait();
  mutex.unlock();
}
parentPort.postMessage('done');
