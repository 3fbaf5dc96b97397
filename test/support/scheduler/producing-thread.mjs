/** A thread that submits to the scheduler of another, and blocks while there is no room. */
import { parentPort, workerData } from 'node:worker_threads';
import { attachProducer } from '../../../src/infrastructure/scheduler/task-producer.ts';

const { handle, module, count } = workerData;
const producer = attachProducer(handle);
let accepted = 0;
for (let index = 0; index < count; index += 1) {
  if (producer.submitSync({ priority: index % 3, payload: { module, export: 'nothing' } })) accepted += 1;
}
parentPort.postMessage(accepted);
