import { threadId, type Worker } from 'node:worker_threads';
import type { Task, ThreadPayload } from '../../domain/task.js';
import { checkTask, checkThreadPayload } from './check-task.js';
import { InvalidTaskError, TaskTooLargeError } from './errors.js';
import { instant } from './instant.js';
import type { QueueHandle } from './memory-layout.js';
import { SharedTaskQueue } from './shared-task-queue.js';
import { encodeTask } from './task-codec.js';
import { madeUpId, nextTaskNumber } from './task-id.js';

/** Made by `TaskScheduler.producerHandle`. */
export interface ProducerHandle {
  readonly queue: QueueHandle;
  /** The thread of the scheduler, which must never sleep. */
  readonly home: number;
}

/** What such a producer may submit: there is nobody to watch a signal or a time limit for it. */
export type ProducedTask = Omit<Task<ThreadPayload>, 'signal' | 'timeoutMs'>;

/** Submits tasks to the scheduler of another thread. */
export interface TaskProducer {
  /**
   * Queues a task, and blocks this thread while there is no room.
   *
   * @returns false if a shutdown has begun
   * @throws InvalidTaskError, UnserializableError, TaskTooLargeError
   */
  submitSync(task: ProducedTask): boolean;
}

/** Attaches this thread to the scheduler of another. @throws InvalidTaskError on the scheduler's own thread */
export function attachProducer({ queue: memory, home }: ProducerHandle): TaskProducer {
  if (home === threadId) throw new InvalidTaskError('A producer blocks: attach it on another thread, and submit here');
  const queue = SharedTaskQueue.attach(memory, threadId);
  return {
    submitSync(task) {
      checkTask(task);
      checkThreadPayload(task.payload);
      if ('signal' in task || 'timeoutMs' in task) {
        throw new InvalidTaskError('Tasks of a producer have neither `signal` nor `timeoutMs`');
      }
      const id = task.id ?? `${madeUpId(nextTaskNumber())}-of-thread-${threadId}`;
      const encoded = encodeTask({ ...task, id }, 0, instant());
      if (!queue.couldHold(encoded.bytes))
        throw new TaskTooLargeError('The arguments are more than the buffer can hold');
      return queue.submitSync(encoded);
    },
  };
}

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
