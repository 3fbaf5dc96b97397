import { useState } from 'react';
import { instantOf, localValue } from '../time/wall-time.js';
import type { WallClock } from '../time/zone.js';
import { useWallClock } from '../ui/instant.js';
import type { JobFilter } from '../url/job-filter.js';

interface Props {
  readonly filter: JobFilter;
  readonly onApply: (filter: JobFilter) => void;
}

const RANGES: readonly (readonly [label: string, ms: number])[] = [
  ['15 min', 900_000],
  ['1 h', 3_600_000],
  ['24 h', 86_400_000],
  ['7 d', 604_800_000],
];

const TEXTS = [
  ['id', 'Id begins with', '[0-9A-Fa-f\\-]{1,36}', '018f…'],
  ['error', 'Error contains', undefined, 'timeout'],
  ['worker', 'Worker begins with', undefined, 'host:pid'],
  ['key', 'Idempotency key is', undefined, ''],
] as const;

/** Every filter at once. Applied together, so that no request is made for a half-written one. */
export function FilterForm({ filter, onApply }: Props) {
  const clock = useWallClock();
  const [round, setRound] = useState(0);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    onApply(readForm(new FormData(event.currentTarget), filter, clock));
    event.currentTarget.closest('details')?.removeAttribute('open');
    setRound(round + 1);
  };
  const since = (ms: number) => {
    const { to: _, ...rest } = filter;
    onApply({ ...rest, from: new Date(Date.now() - ms).toISOString() });
  };
  return (
    <form class="filter-form" key={`${round} ${JSON.stringify(filter)}`} onSubmit={submit}>
      {TEXTS.map(([name, label, pattern, placeholder]) => (
        <label key={name} class="field">
          <span>{label}</span>
          <input
            name={name}
            defaultValue={filter[name] ?? ''}
            pattern={pattern}
            placeholder={placeholder}
            maxLength={255}
            spellcheck={false}
          />
        </label>
      ))}
      <div class="field-pair field-times">
        <TimeField name="from" label="Created from" value={filter.from} clock={clock} />
        <TimeField name="to" label="Created before" value={filter.to} clock={clock} />
      </div>
      <div class="ranges">
        <span class="muted">Created in the last</span>
        {RANGES.map(([label, ms]) => (
          <button key={label} type="button" class="button button-small" onClick={() => since(ms)}>
            {label}
          </button>
        ))}
      </div>
      <div class="field-pair">
        <label class="field">
          <span>Payload path</span>
          <input name="path" placeholder="customer.id" maxLength={255} spellcheck={false} />
        </label>
        <label class="field">
          <span>equals</span>
          <input name="value" placeholder={'42, "42", true or text'} maxLength={255} spellcheck={false} />
        </label>
      </div>
      <footer class="dialog-foot">
        <span class="spacer" />
        <button type="submit" class="button button-main">
          Apply
        </button>
      </footer>
    </form>
  );
}

interface TimeProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly clock: WallClock;
}

function TimeField({ name, label, value, clock }: TimeProps) {
  const shown = value === undefined ? '' : localValue(Date.parse(value), clock);
  return (
    <label class="field">
      <span>{label}</span>
      <input type="datetime-local" step={1} name={name} defaultValue={shown} />
    </label>
  );
}

function readForm(data: FormData, { status, type, payload }: JobFilter, clock: WallClock): JobFilter {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const texts = TEXTS.map(([name]) => [name, text(name)] as const);
  const times = ['from', 'to'].map((name) => {
    const at = instantOf(text(name), clock);
    return [name, at === undefined ? '' : new Date(at).toISOString()] as const;
  });
  const path = text('path');
  const kept = payload.filter((condition) => condition.path !== path);
  return {
    ...(status !== undefined && { status }),
    ...(type !== undefined && { type }),
    ...Object.fromEntries([...texts, ...times].filter(([, value]) => value !== '')),
    payload: path === '' ? payload : [...kept, { path, value: text('value') }],
  };
}
