import type { WorkerActivity } from '../../application/ports/queue-activity.js';
import type { Instant } from '../../domain/job.js';
import type { Holding, WorkerTally } from './activity-reader.js';

/**
 * One entry for each worker, of what it did slice by slice and what it holds.
 *
 * @param holdings the most urgent first; of a worker with several, that one counts
 * @param latestEvents of the jobs whose owners have no tally, by job id
 */
export function workersOf(
  tallies: readonly WorkerTally[],
  holdings: readonly Holding[],
  latestEvents: ReadonlyMap<string, WorkerTally['lastEvent']>,
  now: Instant,
): readonly WorkerActivity[] {
  const done = new Map<string, WorkerTally>();
  for (const tally of tallies) done.set(tally.id, sum(done.get(tally.id), tally));
  const held = new Map<string, Holding>();
  for (const holding of holdings) if (!held.has(holding.workerId)) held.set(holding.workerId, holding);
  return [...new Set([...done.keys(), ...held.keys()])].map((id) => {
    const tally = done.get(id);
    const holding = held.get(id);
    const lastEvent = tally?.lastEvent ?? latestEvents.get(holding?.id ?? '');
    return {
      id,
      holds: holding === undefined ? null : withoutOwner(holding),
      overdue: holding !== undefined && holding.lockedUntil < now,
      lastEvent: lastEvent === undefined ? null : { type: lastEvent.type, createdAt: lastEvent.createdAt },
      succeeded: tally?.succeeded ?? 0,
      failed: tally?.failed ?? 0,
      retried: tally?.retried ?? 0,
    };
  });
}

function withoutOwner({ workerId: _, ...held }: Holding): WorkerActivity['holds'] {
  return held;
}

function sum(known: WorkerTally | undefined, more: WorkerTally): WorkerTally {
  if (known === undefined) return more;
  return {
    id: known.id,
    succeeded: known.succeeded + more.succeeded,
    failed: known.failed + more.failed,
    retried: known.retried + more.retried,
    lastEvent: known.lastEvent.id > more.lastEvent.id ? known.lastEvent : more.lastEvent,
  };
}
