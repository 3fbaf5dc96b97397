import { Link } from 'wouter';
import { useLiveEvents } from '../api/event-queries.js';
import { EventList } from '../events/event-list.js';

const SHOWN = 10;

/** What has just happened. */
export function RecentEvents() {
  const { data } = useLiveEvents({}, SHOWN);
  return (
    <section class="card" aria-label="Last events">
      <div class="card-head">
        <h2>Last events</h2>
        <Link href="/events">All events</Link>
      </div>
      <EventList events={(data?.events ?? []).slice(0, SHOWN)} />
    </section>
  );
}
