import { Link } from 'wouter';
import { cursorOf, useEventPage } from '../api/event-queries.js';
import { Empty, Failure, Loading } from '../ui/states.js';
import { type EventsView, eventsSearch } from '../url/events-url.js';
import { EventList } from './event-list.js';

/** One page of the past, which stands still. */
export function PastEvents({ view }: { readonly view: EventsView }) {
  const { data, error, isPending, refetch } = useEventPage(view);
  const { cursor: _, ...filter } = view;
  if (isPending) return <Loading lines={12} />;
  if (data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  const cursor = cursorOf(data.next);
  return (
    <section class="card list-card" aria-label="List of events">
      {data.results.length === 0 ? <Empty icon="events" title="Nothing older" /> : <EventList events={data.results} />}
      <nav class="pager" aria-label="Pages">
        <Link href={`/events${eventsSearch(filter)}`} class="button">
          Back to now
        </Link>
        <span class="spacer" />
        {cursor !== null && (
          <Link href={`/events${eventsSearch({ ...filter, cursor })}`} class="button">
            Older
          </Link>
        )}
      </nav>
    </section>
  );
}
