import type { CursorPosition, EventFilter, FeedPage, FeedPosition } from '../../application/ports/job-queries.js';
import type { ListEventFeed } from '../../application/queries/list-events.js';
import { type Endpoint, sendFresh } from './endpoint.js';
import { decodeCursor, encodeCursor } from './event-cursor.js';
import type { Presentation } from './job-endpoints.js';
import { eventResource } from './job-resource.js';
import { linkTo, onlyDefined } from './links.js';
import { CURSOR, EVENT_TYPE, FEED_LIMIT, JOB_ID, SINCE_ID, WORKER_PREFIX } from './parameters.js';
import { invalid } from './problem.js';
import { type QueryValues, readQuery } from './query-parameters.js';

const PATH = '/job-events/';

export const FEED_PARAMETERS = [FEED_LIMIT, CURSOR, SINCE_ID, EVENT_TYPE, JOB_ID, WORKER_PREFIX];

/** The events of all jobs, newest first. */
export function eventFeedEndpoint(listEventFeed: ListEventFeed, { time, address }: Presentation): Endpoint {
  return {
    path: PATH,
    async GET(request, response, query) {
      const values = readQuery(query, FEED_PARAMETERS);
      const filter: EventFilter = onlyDefined({
        type: values.get(EVENT_TYPE),
        jobId: values.get(JOB_ID)?.toLowerCase(),
        worker: values.get(WORKER_PREFIX),
      });
      const position = positionOf(values, filter);
      const asked = onlyDefined({ limit: values.get(FEED_LIMIT), position });
      const { limit, ...page } = await listEventFeed.execute({ ...filter, ...asked });
      const at = (place: Place) => {
        if (place === null) return null;
        const cursor = place === 'newest' ? undefined : encodeCursor(place, filter);
        const { type, jobId: job_id, worker } = filter;
        return linkTo(address(request), `/api${PATH}`, { limit, cursor, type, job_id, worker });
      };
      const results = page.events.map((event) => eventResource(event, time));
      sendFresh(response, { next: at(olderThan(page, position)), previous: at(newerThan(page, position)), results });
    },
  };
}

function positionOf(values: QueryValues, filter: EventFilter): FeedPosition | undefined {
  const cursor = values.get(CURSOR);
  const since = values.get(SINCE_ID);
  if (cursor === undefined) return since === undefined ? undefined : { since };
  if (since !== undefined) throw invalid('since_id', 'must not be given together with cursor');
  const position = decodeCursor(cursor, filter);
  if (position === undefined) throw invalid('cursor', 'must come from a link of this list with the same filters');
  return position;
}

/** Where a page begins: `newest` is the first page, which needs no cursor; null: there is no such page. */
type Place = CursorPosition | 'newest' | null;

/** The page behind this one, across any `since_id`: a cursor takes its place. On the way to newer events there always is one: it holds the event that was come from. */
function olderThan({ events, hasMore }: FeedPage, position: FeedPosition | undefined): Place {
  const oldest = events.at(-1)?.id;
  if (position !== undefined && 'after' in position)
    return oldest === undefined ? upTo(position.after) : { before: oldest };
  return hasMore && oldest !== undefined ? { before: oldest } : null;
}

/** The page that begins with event `id`. No id is greater than the greatest integer, and no cursor points there. */
function upTo(id: number): Place {
  return id < Number.MAX_SAFE_INTEGER ? { before: id + 1 } : 'newest';
}

/** The page ahead of this one. A page that was asked for without a cursor holds the newest events, and has none. */
function newerThan({ events, hasMore }: FeedPage, position: FeedPosition | undefined): Place {
  if (position === undefined || 'since' in position) return null;
  const newest = events[0]?.id;
  if ('after' in position) return hasMore && newest !== undefined ? { after: newest } : null;
  return newest === undefined ? null : { after: newest };
}
