import type { BackoffPolicy } from '../../domain/backoff.js';

/** The rules that an operator sets. All durations are whole milliseconds. */
export abstract class QueueSettings {
  abstract readonly leaseMs: number;
  abstract readonly backoff: BackoffPolicy;
  /** For jobs that do not say how many attempts they want. */
  abstract readonly maxAttemptsDefault: number;
  /** Most expired leases that one cleanup pass takes back. */
  abstract readonly cleanupBatchSize: number;
}
