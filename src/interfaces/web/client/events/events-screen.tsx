import { useLocation, useSearch } from 'wouter';
import { useTitle } from '../frame/use-title.js';
import { Banner } from '../ui/banner.js';
import { type EventsView, eventsSearch, readEventsUrl } from '../url/events-url.js';
import { EventFilters } from './event-filters.js';
import { LiveEvents } from './live-events.js';
import { PastEvents } from './past-events.js';

/** What happens to all jobs: live, or from a place in the past on. */
export function EventsScreen() {
  useTitle('Events');
  const { view, ignored } = readEventsUrl(useSearch());
  const [, navigate] = useLocation();
  const show = (next: EventsView) => navigate(`/events${eventsSearch(next)}`);
  const { cursor, ...filter } = view;
  return (
    <>
      <header class="view-head">
        <h1>Events</h1>
        {cursor === undefined ? <span class="live-mark">live</span> : <span class="muted">older</span>}
      </header>
      <EventFilters filter={filter} onChange={show} />
      {ignored.length > 0 && (
        <Banner tone="plain">Not understood in the address, and passed over: {ignored.join(', ')}</Banner>
      )}
      {cursor === undefined ? (
        <LiveEvents key={eventsSearch(filter)} filter={filter} />
      ) : (
        <PastEvents key={cursor} view={view} />
      )}
    </>
  );
}
