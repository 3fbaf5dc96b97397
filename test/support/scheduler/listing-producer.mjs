/** A thread that submits the tasks it was given to the scheduler of another. */
import { parentPort, workerData } from 'node:worker_threads';
import { attachProducer } from '../../../src/infrastructure/scheduler/task-producer.ts';

const producer = attachProducer(workerData.handle);
for (const { id, ...payload } of workerData.tasks) {
  producer.submitSync({ ...(id !== undefined && { id }), payload: { ...payload, module: workerData.module } });
}
parentPort.postMessage('done');
