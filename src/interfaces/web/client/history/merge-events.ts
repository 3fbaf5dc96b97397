import type { JobEvent } from '../api/types.js';

/** How far behind the newest one an event may still turn up: ids are given before the transactions are committed. */
const REREAD = 300;
/** Most events that a live feed keeps. */
const KEPT = 500;

export interface LiveFeed {
  /** Newest first. */
  readonly events: readonly JobEvent[];
  /** More happened between two looks than one look can show: between this id and the next older one, some are missing. */
  readonly gapBelow: number | null;
}

/** From which id on to look again, so that no late event is missed. */
export function rereadFrom({ events }: LiveFeed): number {
  return Math.max(0, (events[0]?.id ?? 0) - REREAD);
}

/**
 * Adds what a further look brought.
 *
 * @param fetched newest first, everything after {@link rereadFrom} unless `limit` cut it off
 */
export function mergeEvents(feed: LiveFeed, fetched: readonly JobEvent[], limit: number): LiveFeed {
  const newest = feed.events[0]?.id;
  const oldestFetched = fetched.at(-1)?.id;
  const isCut =
    fetched.length >= limit && newest !== undefined && oldestFetched !== undefined && oldestFetched > newest;
  const byId = new Map([...feed.events, ...fetched].map((event) => [event.id, event]));
  const events = [...byId.values()].sort((a, b) => b.id - a.id).slice(0, KEPT);
  return { events, gapBelow: isCut ? oldestFetched : feed.gapBelow };
}
