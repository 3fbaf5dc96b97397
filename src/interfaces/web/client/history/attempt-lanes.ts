import type { EventType, Job, JobEvent } from '../api/types.js';
import { groupBy } from '../group-by.js';

/** How an attempt ended; null: it has not. */
export type AttemptEnd = Extract<EventType, 'succeeded' | 'retry_scheduled' | 'failed' | 'timeout_requeued'>;

export interface Attempt {
  readonly number: number;
  readonly workerId: string | null;
  /** When the job could be claimed, where that is known. */
  readonly availableAt: number | null;
  readonly claimedAt: number;
  readonly endedAt: number | null;
  readonly end: AttemptEnd | null;
  /** Why it did not succeed, or ''. */
  readonly error: string;
  /** The lease ran out, and the job was taken back from its worker. */
  readonly lostLease: boolean;
  readonly renewals: readonly number[];
  readonly progress: readonly JobEvent[];
  /** How long the job then waits for the next one; null if there is none to come. */
  readonly backoffMs: number | null;
}

/** All attempts from the creation, or from a manual retry, on: `attempts` begins at 0 there. */
export interface Run {
  readonly number: number;
  readonly startedAt: number;
  readonly attempts: readonly Attempt[];
}

const ENDS: readonly string[] = ['succeeded', 'retry_scheduled', 'failed', 'timeout_requeued'] satisfies AttemptEnd[];

/**
 * The runs and attempts that a job's history tells of.
 *
 * @param events of one job, ascending; the first may be missing
 */
export function attemptLanes(events: readonly JobEvent[], job: Pick<Job, 'available_at'>): readonly Run[] {
  return splitAtRetries(events).map(({ start, rest }, index) => {
    const startedAt = Date.parse(start.created_at);
    // Only the first run can begin later than it was asked for, and its time is known as long as nothing changed it.
    const wasMoved = events.some(({ type }) => MOVES.includes(type));
    const firstAt = index === 0 && !wasMoved ? Date.parse(job.available_at) : startedAt;
    return { number: index + 1, startedAt, attempts: attemptsOf(rest, firstAt) };
  });
}

const MOVES: readonly EventType[] = ['retry_scheduled', 'timeout_requeued', 'manual_retry'];

function splitAtRetries(events: readonly JobEvent[]) {
  const runs: { start: JobEvent; rest: JobEvent[] }[] = [];
  for (const event of events) {
    const current = runs.at(-1);
    if (current === undefined || event.type === 'manual_retry') runs.push({ start: event, rest: [event] });
    else current.rest.push(event);
  }
  return runs;
}

function attemptsOf(events: readonly JobEvent[], firstAvailableAt: number): readonly Attempt[] {
  const byNumber = groupBy(
    events.filter(({ attempt }) => attempt > 0),
    ({ attempt }) => attempt,
  );
  let availableAt: number | null = firstAvailableAt;
  const attempts: Attempt[] = [];
  for (const [number, own] of [...byNumber].sort(([a], [b]) => a - b)) {
    const attempt = attemptOf(number, own, availableAt);
    attempts.push(attempt);
    availableAt = nextAvailable(attempt);
  }
  return attempts;
}

function nextAvailable({ endedAt, backoffMs }: Attempt): number | null {
  return endedAt === null || backoffMs === null ? null : endedAt + backoffMs;
}

function attemptOf(number: number, events: readonly JobEvent[], availableAt: number | null): Attempt {
  const claim = events.find(({ type }) => type === 'claimed');
  const last = events.find(({ type }) => ENDS.includes(type));
  const first = claim ?? events[0];
  const { error, delay_seconds } = dataOf(last);
  return {
    number,
    workerId: first?.worker_id ?? null,
    availableAt,
    claimedAt: Date.parse(first?.created_at ?? ''),
    endedAt: last === undefined ? null : Date.parse(last.created_at),
    end: (last?.type as AttemptEnd | undefined) ?? null,
    error: error ?? '',
    lostLease: last?.type === 'timeout_requeued' || (last?.type === 'failed' && last.message === 'Lease expired'),
    renewals: events.filter(({ type }) => type === 'lease_renewed').map(({ created_at }) => Date.parse(created_at)),
    progress: events.filter(({ type }) => type === 'progress'),
    backoffMs: delay_seconds === undefined ? null : delay_seconds * 1000,
  };
}

function dataOf(event: JobEvent | undefined): { error?: string; delay_seconds?: number } {
  return event === undefined ? {} : (JSON.parse(event.data) as object);
}
