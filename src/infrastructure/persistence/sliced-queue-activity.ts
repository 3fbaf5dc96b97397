import {
  type Bucket,
  type BucketRow,
  QueueActivity,
  WORKER_WINDOW_MS,
  type WorkerActivity,
} from '../../application/ports/queue-activity.js';
import type { ActivityReader, SliceFigures, WorkerTally } from './activity-reader.js';
import { ClosedSlices } from './closed-slices.js';
import { SharedReading } from './shared-reading.js';
import { workersOf } from './workers-of.js';

/** Slices in which the history of the workers is read. One more than the window holds: its first one is cut. */
const WORKER_SLICES: BucketRow = { bucketMs: 15_000, count: WORKER_WINDOW_MS / 15_000 + 1 };

/** Above so many events, or workers, in the slice that is still filling, a reading is shared. */
const FRESH_MAX = 5_000;
const MIN_SHARED_MS = 2_000;
/** The longer a slice, the more is read anew and the less it matters when. */
const SHARED_SHARE = 1 / 360;

/** Running jobs that are looked at, those overdue before all others. */
const MAX_HOLDINGS = 5_000;

/** The activity of a queue by slices of its history, which are kept when they are over. */
export class SlicedQueueActivity extends QueueActivity {
  readonly #rows = new Map<number, SharedReading<readonly Bucket[]>>();
  readonly #workers: SharedReading<readonly WorkerActivity[]>;

  constructor(private readonly reader: ActivityReader) {
    super();
    const slices = new ClosedSlices<readonly WorkerTally[]>(WORKER_SLICES, (from, to) =>
      reader.tallies(from, to, WORKER_SLICES.bucketMs),
    );
    this.#workers = new SharedReading(
      () => this.#readWorkers(slices),
      (workers) => workers.reduce((sum, each) => sum + 1 + each.succeeded + each.failed + each.retried, 0) > FRESH_MAX,
      MIN_SHARED_MS,
    );
  }

  async buckets(row: BucketRow): Promise<readonly Bucket[]> {
    const known = this.#rows.get(row.bucketMs);
    const reading = known ?? this.#newRow(row);
    if (known === undefined) this.#rows.set(row.bucketMs, reading);
    return (await reading.read()).value;
  }

  async workers(): Promise<readonly WorkerActivity[]> {
    return (await this.#workers.read()).value;
  }

  #newRow(row: BucketRow): SharedReading<readonly Bucket[]> {
    const { bucketMs } = row;
    const slices = new ClosedSlices<SliceFigures>(row, (from, to) => this.reader.figures(from, to, bucketMs));
    return new SharedReading<readonly Bucket[]>(
      async () =>
        (await slices.upTo(await this.reader.now())).map(({ start, value = NOTHING }) => ({ ...value, start })),
      (buckets) => eventsIn(buckets.at(-1)) > FRESH_MAX,
      Math.max(MIN_SHARED_MS, bucketMs * SHARED_SHARE),
    );
  }

  async #readWorkers(slices: ClosedSlices<readonly WorkerTally[]>): Promise<readonly WorkerActivity[]> {
    const now = await this.reader.now();
    const tallies = (await slices.upTo(now)).flatMap(({ value = [] }) => value);
    const holdings = await this.reader.holdings(MAX_HOLDINGS);
    const seen = new Set(tallies.map(({ id }) => id));
    const quiet = holdings.filter(({ workerId }) => !seen.has(workerId)).map(({ id }) => id);
    const latest = quiet.length === 0 ? new Map<string, never>() : await this.reader.latestEvents(quiet);
    return workersOf(tallies, holdings, latest, now);
  }
}

const NONE = { p50: null, p95: null };
const NOTHING: SliceFigures = { created: 0, succeeded: 0, failed: 0, retried: 0, wait: NONE, run: NONE };

function eventsIn(bucket: Bucket | undefined): number {
  if (bucket === undefined) return 0;
  return bucket.created + bucket.succeeded + bucket.failed + bucket.retried;
}
