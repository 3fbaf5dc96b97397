/** What one lane counts; the sums of all lanes are the metrics. */
export interface Tally {
  readonly completed: number;
  readonly failed: number;
  /** The sum over all completed tasks. */
  readonly latencyMs: number;
  readonly queued: number;
  readonly rejected: number;
}
