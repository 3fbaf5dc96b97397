import { useWallClock } from '../ui/instant.js';
import { Icon } from '../ui/icon.js';
import { instantText } from '../time/instant-text.js';
import type { WallClock } from '../time/zone.js';
import type { JobFilter } from '../url/job-filter.js';

interface Chip {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly without: JobFilter;
}

interface Props {
  readonly filter: JobFilter;
  readonly onChange: (filter: JobFilter) => void;
}

/** What filters the list, each to be taken away. */
export function FilterChips({ filter, onChange }: Props) {
  const chips = chipsOf(filter, useWallClock());
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters">
      {chips.map(({ key, label, value, without }) => (
        <li key={key} class="chip">
          <span class="muted">{label}</span> <bdi>{value}</bdi>
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove filter ${label}`}
            onClick={() => onChange(without)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            class="link-button"
            onClick={() => onChange({ ...(filter.status && { status: filter.status }), payload: [] })}
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  );
}

const LABELS = {
  type: 'type contains',
  id: 'id begins',
  from: 'created from',
  to: 'created before',
  worker: 'worker begins',
  error: 'error contains',
  key: 'key is',
} as const;

function chipsOf(filter: JobFilter, clock: WallClock): readonly Chip[] {
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[];
  const fields = names.flatMap((name) => {
    const { [name]: value, ...without } = filter;
    if (value === undefined) return [];
    const isTime = name === 'from' || name === 'to';
    const shown = isTime ? instantText(Date.parse(value), clock) : value;
    return [{ key: name, label: LABELS[name], value: shown, without }];
  });
  const payload = filter.payload.map((condition) => ({
    key: `payload.${condition.path}`,
    label: `payload.${condition.path}`,
    value: condition.value,
    without: { ...filter, payload: filter.payload.filter((each) => each !== condition) },
  }));
  return [...fields, ...payload];
}
