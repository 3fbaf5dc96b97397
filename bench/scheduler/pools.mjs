import { fileURLToPath } from 'node:url';

export const WORKERS = 2;

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const tasks = new URL('./tasks.mjs', import.meta.url).href;

/**
 * The libraries with threads, as they are by default but for the number of workers and what the name says. poolifier has
 * no queue by default; by its plain name it has one that gives each thread one task at a time, as the others do.
 *
 * An entry imports a library; what it gives starts a pool; a pool runs a function of `tasks.mjs` with at most one
 * argument. `ready`, where a library tells it, is the promise that all threads are up.
 */
export const pools = {
  leasehold: async () => {
    const { TaskScheduler } = await import('../../dist/infrastructure/scheduler/task-scheduler.js');
    return () => {
      const scheduler = new TaskScheduler({ numWorkers: WORKERS });
      return {
        ready: scheduler.start(),
        run: (name, ...args) => scheduler.run({ payload: { module: tasks, export: name, args } }),
        stop: () => scheduler.shutdown(),
      };
    };
  },
  piscina: () => loadPiscina({}),
  'piscina, 50 per worker': () => loadPiscina({ concurrentTasksPerWorker: 50 }),
  tinypool: async () => {
    const { default: Tinypool } = await import('tinypool');
    return () => {
      const pool = new Tinypool({ filename: tasks, minThreads: WORKERS, maxThreads: WORKERS });
      return { run: (name, arg) => pool.run(arg, { name }), stop: () => pool.destroy() };
    };
  },
  workerpool: async () => {
    const { default: workerpool } = await import('workerpool');
    return () => {
      const limits = { workerType: 'thread', minWorkers: WORKERS, maxWorkers: WORKERS };
      const pool = workerpool.pool(fileOf('./tasks-of-workerpool.mjs'), limits);
      return { run: (name, arg) => pool.exec(name, [arg]), stop: () => pool.terminate() };
    };
  },
  poolifier: () => loadPoolifier({ enableTasksQueue: true, tasksQueueOptions: { concurrency: 1 } }),
  'poolifier, no queue': () => loadPoolifier({}),
  'poolifier, 50 per worker': () => loadPoolifier({ enableTasksQueue: true, tasksQueueOptions: { concurrency: 50 } }),
};

async function loadPiscina(options) {
  const { Piscina } = await import('piscina');
  return () => {
    const pool = new Piscina({ filename: tasks, minThreads: WORKERS, maxThreads: WORKERS, ...options });
    return { run: (name, arg) => pool.run(arg, { name }), stop: () => pool.destroy() };
  };
}

async function loadPoolifier(options) {
  const { FixedThreadPool } = await import('poolifier');
  return () => {
    const pool = new FixedThreadPool(WORKERS, fileOf('./tasks-of-poolifier.mjs'), options);
    return { run: (name, arg) => pool.execute(arg, name), stop: () => pool.destroy() };
  };
}
