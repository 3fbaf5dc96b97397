import type { JobEvent } from '../api/types.js';
import { EventIcon } from '../ui/event-icon.js';
import { Instant } from '../ui/instant.js';
import { JobLink } from '../ui/job-link.js';

/** Events, one a line. */
export function EventList({ events }: { readonly events: readonly JobEvent[] }) {
  return (
    <ol class="event-list">
      {events.map((event) => (
        <li key={event.id} class={`event-line event-${event.type}`}>
          <EventIcon type={event.type} />
          <b class="event-type">{event.type}</b>
          <JobLink id={event.job} />
          <span class="event-attempt muted">{event.attempt > 0 && `attempt ${event.attempt}`}</span>
          <bdi class="event-message one-line">{event.message.split('\n', 1)[0]}</bdi>
          <span class="event-time muted">
            <Instant at={event.created_at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
