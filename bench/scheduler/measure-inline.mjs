import { AsyncLocalStorage } from 'node:async_hooks';
import { putUnderLoad } from './load.mjs';
import { WORKERS } from './pools.mjs';

const leasehold = async (options) => {
  const { TaskScheduler } = await import('../../dist/infrastructure/scheduler/task-scheduler.js');
  const scheduler = new TaskScheduler({ numWorkers: WORKERS, lazyThreads: true, ...options });
  await scheduler.start();
  return (closure) => scheduler.run({ payload: closure });
};

const pQueue = async () => {
  const { default: PQueue } = await import('p-queue');
  const queue = new PQueue({ concurrency: WORKERS });
  return (closure) => queue.add(closure);
};

/** Leasehold gives each closure a context of its own unless told not to; p-queue never does, but its user can. */
const starters = {
  'leasehold, contexts': () => leasehold({}),
  'leasehold, no contexts': () => leasehold({ asyncContext: false }),
  'p-queue, contexts': async () => {
    const add = await pQueue();
    const storage = new AsyncLocalStorage();
    return (closure) => add(() => storage.run({}, closure));
  },
  'p-queue, no contexts': pQueue,
};

/** Closures on the event loop. */
export async function measure({ queue }) {
  const run = await starters[queue]();
  const task = () => run(async () => {});
  await putUnderLoad(task, { concurrency: 100, durationMs: 300 });
  return putUnderLoad(task, { concurrency: 100, durationMs: 1_000 });
}
