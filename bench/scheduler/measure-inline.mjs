/** In a process of its own: closures on the event loop. `node measure-inline.mjs QUEUE` prints JSON. */
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

const run = await starters[process.argv[2]]();
const task = () => run(async () => {});
await putUnderLoad(task, { concurrency: 100, durationMs: 300 });
console.log(JSON.stringify(await putUnderLoad(task, { concurrency: 100, durationMs: 1_000 })));
process.exit();
