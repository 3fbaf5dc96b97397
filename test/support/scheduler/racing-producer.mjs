/** A thread that submits to one scheduler after the other, each until it refuses, and tells how many tasks were accepted. */
import { parentPort, workerData } from 'node:worker_threads';
import { attachProducer } from 'leasehold/scheduler';

const payload = { module: workerData, export: 'nothing' };
parentPort.on('message', (handle) => {
  const producer = attachProducer(handle);
  let accepted = 0;
  while (producer.submitSync({ payload })) accepted += 1;
  parentPort.postMessage(accepted);
});
parentPort.postMessage('ready');
