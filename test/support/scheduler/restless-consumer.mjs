/** Takes and finishes as fast as it can, and does nothing else. */
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { DRAINED, Outcome } from '../../../src/infrastructure/scheduler/queue-under-lock.ts';
import { SharedTaskQueue } from '../../../src/infrastructure/scheduler/shared-task-queue.ts';

const queue = SharedTaskQueue.attach(workerData, threadId);
parentPort.postMessage('ready');
let slot = queue.takeSync();
while (slot !== DRAINED) slot = queue.finishAndTryTake(slot, Outcome.RETURNED, 0) ?? queue.takeSync();
process.exit(0);
