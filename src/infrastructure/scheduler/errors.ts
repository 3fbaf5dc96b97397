/** The machine-readable side of everything that a scheduler rejects with, beside what tasks themselves throw. */
export type TaskErrorCode =
  | 'INVALID_TASK'
  | 'UNSERIALIZABLE'
  | 'TASK_TOO_LARGE'
  | 'TASK_CANCELLED'
  | 'TASK_TIMEOUT'
  | 'TASK_TERMINATED'
  | 'WORKER_DIED'
  | 'MODULE_LOAD_FAILED'
  | 'SHUT_DOWN';

/** What the errors below have in common. */
export abstract class TaskError extends Error {
  abstract readonly code: TaskErrorCode;
}

/** The task, or an option of the scheduler, is not what it must be. Nothing was queued. */
export class InvalidTaskError extends TaskError {
  override readonly name = 'InvalidTaskError';
  readonly code = 'INVALID_TASK';
}

/** Arguments cannot be sent to a thread (nothing was queued), or a result cannot be sent back. */
export class UnserializableError extends TaskError {
  override readonly name = 'UnserializableError';
  readonly code = 'UNSERIALIZABLE';
}

/** The arguments need more memory than the whole queue has; see the option `bufferBytes`. Nothing was queued. */
export class TaskTooLargeError extends TaskError {
  override readonly name = 'TaskTooLargeError';
  readonly code = 'TASK_TOO_LARGE';
}

/** The task's signal aborted; `cause` is its reason. The name is the one that aborted operations have everywhere. */
export class TaskCancelledError extends TaskError {
  override readonly name = 'AbortError';
  readonly code = 'TASK_CANCELLED';

  constructor(id: string, reason: unknown) {
    super(`Task ${id} was cancelled`, { cause: reason });
  }
}

/** The task ran longer than its `timeoutMs`. */
export class TaskTimeoutError extends TaskError {
  override readonly name = 'TaskTimeoutError';
  readonly code = 'TASK_TIMEOUT';

  constructor(
    id: string,
    readonly timeoutMs: number,
  ) {
    super(`Task ${id} ran longer than ${timeoutMs} ms`);
  }
}

/** The task was ended by its handle; `cause` is the reason that was given. */
export class TaskTerminatedError extends TaskError {
  override readonly name = 'TaskTerminatedError';
  readonly code = 'TASK_TERMINATED';

  constructor(id: string, reason: unknown) {
    super(`Task ${id} was terminated`, { cause: reason });
  }
}

/** How a thread died: `process.exit`, out of memory, an error that nobody caught, or ended from outside. */
export type DeathCause = 'exit' | 'oom' | 'error' | 'terminated';

/** The thread died under the task. */
export class WorkerDiedError extends TaskError {
  override readonly name = 'WorkerDiedError';
  readonly code = 'WORKER_DIED';
  override readonly cause: DeathCause;

  constructor(
    id: string,
    cause: DeathCause,
    readonly exitCode: number | undefined,
    /** What nobody caught, with its own stack. */
    readonly uncaught?: unknown,
  ) {
    const detail = uncaught instanceof Error ? `: ${uncaught.message}` : '';
    super(`The worker thread died (${cause}) while it ran task ${id}${detail}`);
    this.cause = cause;
  }
}

/** The module could not be loaded, or has no such function. */
export class ModuleLoadError extends TaskError {
  override readonly name = 'ModuleLoadError';
  readonly code = 'MODULE_LOAD_FAILED';
}

/** The scheduler takes no more tasks. */
export class ShutdownError extends TaskError {
  override readonly name = 'ShutdownError';
  readonly code = 'SHUT_DOWN';

  constructor(message = 'The scheduler has been shut down') {
    super(message);
  }
}
