import type { ResourceLimits } from 'node:worker_threads';
import { checkCount, checkDurationMs } from './check-task.js';
import type { OnFailure } from './failure-listener.js';
import type { IdleMode } from './messages.js';

const MAX_WORKERS = 1_024;
const MAX_QUEUE_SIZE = 1_000_000;
const DEFAULT_BUFFER_BYTES = 64 * 2 ** 20;
const MAX_BUFFER_BYTES = 2 ** 32;

export interface TaskSchedulerOptions {
  /** Tasks that run at the same time, for closures and for threads each. */
  readonly numWorkers: number;
  /** Tasks that wait in a queue, again for each; running ones do not count. 100 if absent. */
  readonly maxQueueSize?: number;
  /** Start threads one by one when there is something for them to do, not in `start`. */
  readonly lazyThreads?: boolean;
  /** What threads do between tasks; `block` if absent. */
  readonly idle?: IdleMode;
  /** How long a task may go on after its signal aborted, before its thread is ended. 1000 if absent. */
  readonly cancelGraceMs?: number;
  /** Memory limits of each thread. A seat belt: not every allocation is counted, and some end the process. */
  readonly resourceLimits?: ResourceLimits;
  /** Address space for arguments and results of thread tasks; memory is used as needed. 64 MiB if absent. */
  readonly bufferBytes?: number;
  /**
   * Whether `currentTask` and `shutdown` know which closure they are called in also after it has waited for something;
   * true if absent. On Node.js 20 that costs more than all the rest of a small closure. Without it, both know only in a
   * closure's first, synchronous part, and a closure that awaits a `shutdown` later than that waits for itself.
   */
  readonly asyncContext?: boolean;
  /**
   * Takes the failure of each accepted task whose caller does not wait for its end: of `submit`, `trySubmit`, and
   * `submitSync` on other threads. If it fails itself, that becomes a warning of the process.
   */
  readonly onFailure?: OnFailure;
}

export type CheckedOptions = ReturnType<typeof checkOptions>;

/** The options, with what was left out. @throws InvalidTaskError if a number is out of its range */
export function checkOptions({
  numWorkers,
  maxQueueSize = 100,
  cancelGraceMs = 1_000,
  ...others
}: TaskSchedulerOptions) {
  const { bufferBytes = DEFAULT_BUFFER_BYTES, idle = 'block', lazyThreads = false, asyncContext = true } = others;
  return {
    numWorkers: checkCount('numWorkers', numWorkers, MAX_WORKERS),
    maxQueueSize: checkCount('maxQueueSize', maxQueueSize, MAX_QUEUE_SIZE),
    cancelGraceMs: checkDurationMs('cancelGraceMs', cancelGraceMs),
    bufferBytes: checkCount('bufferBytes', bufferBytes, MAX_BUFFER_BYTES),
    idle,
    lazyThreads,
    asyncContext,
    resourceLimits: others.resourceLimits,
    onFailure: others.onFailure,
  };
}
