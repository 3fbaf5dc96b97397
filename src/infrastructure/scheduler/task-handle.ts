/** A task that was started, in either lane. */
export interface TaskHandle<T> {
  readonly id: string;

  /** Whether the task was accepted: false if a shutdown came first. Rejects if it was cancelled while it waited. */
  readonly accepted: Promise<boolean>;

  /** What the task returned or threw. Rejects with `ShutdownError` if it was not accepted. */
  readonly result: Promise<T>;

  /** Sends a value to the `onMessage` of the running task; dropped unless it is running. */
  post(value: unknown): void;

  /** Aborts the signal of the running task, and leaves it at that. */
  abort(reason: unknown): void;

  /**
   * Takes the task out of the queue, or aborts its signal and ends its thread. `result` rejects with
   * `TaskTerminatedError`, unless the task ended before.
   *
   * @returns whether the task has certainly ended. If not, it is stuck in a native call, or is a closure that goes on
   */
  terminate(reason?: unknown): Promise<boolean>;
}

export interface RunOptions {
  /** Takes what the task posts, in order, and never later than its result. */
  readonly onMessage?: (value: unknown) => void;
}
