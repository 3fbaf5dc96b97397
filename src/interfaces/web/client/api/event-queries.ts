import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type LiveFeed, mergeEvents, rereadFrom } from '../history/merge-events.js';
import { eventsSearch, type EventsView } from '../url/events-url.js';
import { callApi } from './call-api.js';
import { readEventPage } from './read-job.js';

const LIMIT = 200;
const NOTHING: LiveFeed = { events: [], gapBelow: null };

/** The newest events; each look adds what has happened since. */
export function useLiveEvents(view: Omit<EventsView, 'cursor'>, limit = LIMIT) {
  const client = useQueryClient();
  const queryKey = ['events', 'live', eventsSearch(view), limit];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<LiveFeed>(queryKey) ?? NOTHING;
      const search = new URLSearchParams(eventsSearch(view));
      search.set('limit', String(limit));
      if (known.events.length > 0) search.set('since_id', String(rereadFrom(known)));
      const { text } = await callApi(`job-events/?${search}`, { signal });
      return mergeEvents(known, readEventPage(text).results, limit);
    },
  });
}

/** The place in the past where the newest events end; null if there are no older ones. */
export async function cursorBelowNewest(filter: EventsView): Promise<string | null> {
  return cursorOf((await readPage(filter)).next);
}

/** The cursor of a link to another page. */
export function cursorOf(next: string | null): string | null {
  return next === null ? null : new URL(next).searchParams.get('cursor');
}

/** One page of the past. It changes by retention alone, and is not polled. */
export function useEventPage(view: EventsView) {
  return useQuery({
    queryKey: ['events', 'page', eventsSearch(view)],
    queryFn: ({ signal }) => readPage(view, signal),
    refetchInterval: false,
  });
}

async function readPage(view: EventsView, signal?: AbortSignal) {
  const search = new URLSearchParams(eventsSearch(view));
  search.set('limit', String(LIMIT));
  return readEventPage((await callApi(`job-events/?${search}`, { signal })).text);
}
