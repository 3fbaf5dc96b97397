import { Link } from 'wouter';
import { EVENT_TYPES } from '../api/types.js';
import { EventIcon } from '../ui/event-icon.js';
import { Icon } from '../ui/icon.js';
import { type EventsView, eventsSearch } from '../url/events-url.js';

interface Props {
  readonly filter: Omit<EventsView, 'cursor'>;
  readonly onChange: (filter: EventsView) => void;
}

/** The types to choose from, and what else filters. */
export function EventFilters({ filter, onChange }: Props) {
  const { type: current, ...rest } = filter;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const worker = String(new FormData(event.currentTarget).get('worker') ?? '').trim();
    const { worker: _, ...others } = filter;
    onChange(worker === '' ? others : { ...others, worker });
  };
  return (
    <div class="event-filters">
      <div class="tabs tabs-wrap">
        <Link
          href={`/events${eventsSearch(rest)}`}
          class="tab"
          aria-current={current === undefined ? 'true' : undefined}
        >
          All
        </Link>
        {EVENT_TYPES.map((type) => (
          <Link
            key={type}
            href={`/events${eventsSearch({ ...rest, type })}`}
            class="tab"
            aria-current={type === current ? 'true' : undefined}
          >
            <EventIcon type={type} />
            {type}
          </Link>
        ))}
      </div>
      <div class="filter-bar">
        <form onSubmit={submit} class="filter-input">
          <Icon name="workers" />
          <input
            name="worker"
            key={filter.worker}
            defaultValue={filter.worker ?? ''}
            aria-label="Worker begins with"
            placeholder="Worker begins with…"
            maxLength={255}
            spellcheck={false}
          />
        </form>
        {filter.job_id !== undefined && (
          <span class="chip">
            <span class="muted">job</span>{' '}
            <Link href={`/jobs/${filter.job_id}`} class="mono">
              {filter.job_id}
            </Link>
            <Remove name="job" onRemove={() => onChange(without(filter, 'job_id'))} />
          </span>
        )}
        {filter.worker !== undefined && (
          <span class="chip">
            <span class="muted">worker begins</span> <bdi class="mono">{filter.worker}</bdi>
            <Remove name="worker" onRemove={() => onChange(without(filter, 'worker'))} />
          </span>
        )}
      </div>
    </div>
  );
}

function without(filter: EventsView, name: 'job_id' | 'worker'): EventsView {
  const { [name]: _, ...rest } = filter;
  return rest;
}

function Remove({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <button type="button" class="icon-button" aria-label={`Remove filter ${name}`} onClick={onRemove}>
      <Icon name="close" />
    </button>
  );
}
