import type { Metrics } from '../../domain/task.js';

/** What one lane counts. */
export interface Tally {
  readonly completed: number;
  readonly failed: number;
  /** The sum over all completed tasks. */
  readonly latencyMs: number;
  readonly queued: number;
  readonly rejected: number;
}

/** @param refused submissions that no lane has seen */
export function metricsOf(tallies: readonly Tally[], refused: number): Metrics {
  const sum = (field: keyof Tally) => tallies.reduce((total, tally) => total + tally[field], 0);
  const totalCompleted = sum('completed');
  return {
    totalCompleted,
    totalFailed: sum('failed'),
    averageLatencyMs: totalCompleted === 0 ? 0 : sum('latencyMs') / totalCompleted,
    currentQueueDepth: sum('queued'),
    totalRejected: sum('rejected') + refused,
  };
}
