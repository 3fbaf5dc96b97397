import type { Bucket, BucketRow, QueueActivity } from '../ports/queue-activity.js';

const SECOND_MS = 1000;

/** The stretches of time that can be asked for. Each ends with a bucket that is still filling. */
export const TIME_WINDOWS = {
  '15m': { bucketMs: 15 * SECOND_MS, count: 60 },
  '1h': { bucketMs: 60 * SECOND_MS, count: 60 },
  '24h': { bucketMs: 1800 * SECOND_MS, count: 48 },
  '7d': { bucketMs: 10_800 * SECOND_MS, count: 56 },
} as const satisfies Record<string, BucketRow>;

export type TimeWindow = keyof typeof TIME_WINDOWS;

/** How the queue did over time. */
export class GetTimeSeries {
  constructor(private readonly activity: QueueActivity) {}

  /** @returns the buckets, oldest first, and their length */
  async execute(window: TimeWindow): Promise<{ readonly bucketMs: number; readonly buckets: readonly Bucket[] }> {
    const row = TIME_WINDOWS[window];
    return { bucketMs: row.bucketMs, buckets: await this.activity.buckets(row) };
  }
}
