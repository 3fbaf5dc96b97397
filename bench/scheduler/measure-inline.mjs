/** In a process of its own: closures on the event loop. `node measure-inline.mjs leasehold|p-queue` prints JSON. */
import { putUnderLoad } from './load.mjs';
import { WORKERS } from './pools.mjs';

const starters = {
  leasehold: async () => {
    const { TaskScheduler } = await import('../../dist/infrastructure/scheduler/task-scheduler.js');
    const scheduler = new TaskScheduler({ numWorkers: WORKERS, lazyThreads: true });
    await scheduler.start();
    return (closure) => scheduler.run({ payload: closure });
  },
  'p-queue': async () => {
    const { default: PQueue } = await import('p-queue');
    const queue = new PQueue({ concurrency: WORKERS });
    return (closure) => queue.add(closure);
  },
};

const run = await starters[process.argv[2]]();
const task = () => run(async () => {});
await putUnderLoad(task, { concurrency: 100, durationMs: 300 });
console.log(JSON.stringify(await putUnderLoad(task, { concurrency: 100, durationMs: 1_000 })));
process.exit();
