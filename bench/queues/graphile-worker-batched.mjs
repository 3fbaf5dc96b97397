import { Logger } from 'graphile-worker';
import { open as openDefault } from './graphile-worker.mjs';

/** As fast as it gets, at the price of jobs that sit claimed in the local queue, and without a log. */
const worker = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };

export function open(settings) {
  const logger = new Logger(() => () => {});
  return openDefault({ ...settings, preset: { worker }, logger });
}
