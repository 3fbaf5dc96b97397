import type { Bucket, HeldJob, WorkerActivity } from '../../application/ports/queue-activity.js';
import type { Instant } from '../../domain/job.js';
import type { EventType } from '../../domain/job-status.js';

/** What happened within one slice of time; the start is known to whoever asks. */
export type SliceFigures = Omit<Bucket, 'start'>;

/** What one worker did within one slice. */
export interface WorkerTally extends Pick<WorkerActivity, 'id' | 'succeeded' | 'failed' | 'retried'> {
  readonly lastEvent: NonNullable<WorkerActivity['lastEvent']> & { readonly id: number };
}

/** A running job and its owner. */
export interface Holding extends HeldJob {
  readonly workerId: string;
}

/** Above so many events in a slice, its percentiles are those of a sample of about this size. */
export const MAX_SAMPLED = 20_000;

/** Events that end an attempt. */
export const ENDS: readonly EventType[] = ['succeeded', 'failed', 'retry_scheduled', 'timeout_requeued'];
/** Events by which a job comes back to the queue. */
export const RETRIES: readonly EventType[] = ['retry_scheduled', 'timeout_requeued', 'manual_retry'];

/** The part of the activity of a queue that each store reads in its own way. Slices are aligned to multiples of `sliceMs`. */
export interface ActivityReader {
  now(): Promise<Instant>;
  figures(from: Instant, to: Instant, sliceMs: number): Promise<ReadonlyMap<Instant, SliceFigures>>;
  tallies(from: Instant, to: Instant, sliceMs: number): Promise<ReadonlyMap<Instant, readonly WorkerTally[]>>;
  /** Running jobs, the one whose lease ends first before the others. */
  holdings(limit: number): Promise<readonly Holding[]>;
  /** The latest event of each of these jobs, by job id. */
  latestEvents(jobIds: readonly string[]): Promise<ReadonlyMap<string, WorkerTally['lastEvent']>>;
}
