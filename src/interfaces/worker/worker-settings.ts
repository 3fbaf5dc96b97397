/** How this worker process is set. All durations are milliseconds. */
export abstract class WorkerSettings {
  /** How many jobs run at the same time, from 1. */
  abstract readonly threads: number;
  /** How long to wait for a wake-up, when nothing is claimable, before asking again. */
  abstract readonly pollIntervalMs: number;
  /** From the end of one cleanup pass to the next. */
  abstract readonly cleanupIntervalMs: number;
  abstract readonly leaseMs: number;
  /** For handlers that set no time limit of their own; null: none. */
  abstract readonly handlerTimeoutMs: number | null;
  /** How long running handlers may go on after a stop was asked for. */
  abstract readonly shutdownGraceMs: number;
  abstract readonly hostname: string;
  abstract readonly pid: number;
}
