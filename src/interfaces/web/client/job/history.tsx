import { useState } from 'react';
import type { JobEvent, JsonText } from '../api/types.js';
import { durationText } from '../time/duration.js';
import { EventIcon } from '../ui/event-icon.js';
import { Instant } from '../ui/instant.js';
import { JsonView } from '../ui/json-view.js';

/** Most events that are shown before they are asked for. */
const FIRST = 60;

/** All that happened to the job, in order, each with the time since the one before. */
export function History({ events }: { readonly events: readonly JobEvent[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, events.length - FIRST);
  const shown = hidden === 0 ? events : [...events.slice(0, FIRST / 2), ...events.slice(-FIRST / 2)];
  return (
    <section class="card" aria-label="History">
      <h2>History</h2>
      <ol class="history">
        {shown.map((event, index) => (
          <Line key={event.id} event={event} before={shown[index - 1]} />
        ))}
      </ol>
      {hidden > 0 && (
        <button type="button" class="link-button" onClick={() => setShowsAll(true)}>
          Show {hidden} more from the middle
        </button>
      )}
    </section>
  );
}

function Line({ event, before }: { readonly event: JobEvent; readonly before: JobEvent | undefined }) {
  const sinceMs = before === undefined ? undefined : Date.parse(event.created_at) - Date.parse(before.created_at);
  return (
    <li class={`history-line event-${event.type}`}>
      <EventIcon type={event.type} />
      <span class="history-time">
        <Instant at={event.created_at} as="time" />
      </span>
      <span class="history-since muted">{sinceMs !== undefined && `+${durationText(sinceMs)}`}</span>
      <span class="history-what">
        <b>{event.type}</b>
        {event.attempt > 0 && <span class="muted"> attempt {event.attempt}</span>}{' '}
        <bdi>{event.message.split('\n', 1)[0]}</bdi>
        {event.data !== '{}' && <Data text={event.data} />}
      </span>
    </li>
  );
}

/** What an event carries, made when it is asked for: a history may have a thousand of them. */
function Data({ text }: { readonly text: JsonText }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="history-data" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>data</summary>
      {isOpen && <JsonView text={text} what="Data" />}
    </details>
  );
}
