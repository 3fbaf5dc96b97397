import type { Worker } from 'node:worker_threads';

/**
 * Reports each end of a thread that this thread starts from now on.
 * @returns a function that ends this
 */
export function watchProducers(ended: (thread: number) => void): () => void {
  const onWorker = (worker: Worker) => {
    const { threadId } = worker;
    worker.once('exit', () => ended(threadId));
  };
  process.on('worker', onWorker);
  return () => void process.off('worker', onWorker);
}
