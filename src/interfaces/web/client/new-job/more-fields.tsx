import { useConfig } from '../api/queries.js';
import { serverNow } from '../state/server-clock.js';
import { offsetAt, type WallClock } from '../time/zone.js';
import type { Draft } from './draft.js';
import type { Faults } from './draft-faults.js';
import { controlProps, FormField } from './form-field.js';
import { newKey } from './new-key.js';

interface Props {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly clock: WallClock;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** The fields that have defaults. */
export function MoreFields({ draft, faults, clock, onChange }: Props) {
  const { data: config } = useConfig();
  return (
    <>
      <div class="field-pair">
        <FormField name="priority" label="Priority" faults={faults.priority} hint="Higher is claimed first.">
          <input
            {...controlProps('priority', faults.priority)}
            inputMode="numeric"
            placeholder="50"
            value={draft.priority}
            onInput={(event) => onChange({ priority: event.currentTarget.value.trim() })}
          />
        </FormField>
        <FormField name="max_attempts" label="Attempts at most" faults={faults.max_attempts}>
          <input
            {...controlProps('max_attempts', faults.max_attempts)}
            inputMode="numeric"
            placeholder={String(config?.worker.max_attempts_default ?? 3)}
            value={draft.maxAttempts}
            onInput={(event) => onChange({ maxAttempts: event.currentTarget.value.trim() })}
          />
        </FormField>
      </div>
      <WhenField draft={draft} faults={faults.available_at} clock={clock} onChange={onChange} />
      <FormField
        name="idempotency_key"
        label="Idempotency key"
        faults={faults.idempotency_key}
        hint="A second job with the same key is never made."
      >
        <div class="field-row">
          <input
            {...controlProps('idempotency_key', faults.idempotency_key)}
            placeholder="none"
            autocomplete="off"
            spellcheck={false}
            value={draft.key}
            onInput={(event) => onChange({ key: event.currentTarget.value })}
          />
          <button type="button" class="button" onClick={() => onChange({ key: newKey() })}>
            Generate
          </button>
        </div>
      </FormField>
    </>
  );
}

interface WhenProps {
  readonly draft: Draft;
  readonly faults: readonly string[] | undefined;
  readonly clock: WallClock;
  readonly onChange: (part: Partial<Draft>) => void;
}

function WhenField({ draft, faults, clock, onChange }: WhenProps) {
  const control = controlProps('available_at', faults);
  return (
    <FormField name="available_at" label="Available" faults={faults}>
      <div class="field-row">
        <select
          {...control}
          value={draft.when}
          onChange={(event) => onChange({ when: event.currentTarget.value as Draft['when'] })}
        >
          <option value="now">at once</option>
          <option value="in">after a delay</option>
          <option value="at">from a time on</option>
        </select>
        {draft.when === 'in' && (
          <input
            aria-label="Delay"
            placeholder="10m"
            size={8}
            value={draft.delay}
            onInput={(event) => onChange({ delay: event.currentTarget.value })}
          />
        )}
        {draft.when === 'at' && (
          <>
            <input
              aria-label="Date and time"
              type="datetime-local"
              step={1}
              value={draft.at}
              onInput={(event) => onChange({ at: event.currentTarget.value })}
            />
            <span class="muted">
              {clock.timeZone ?? 'local time'} ({offsetAt(serverNow(), clock)})
            </span>
          </>
        )}
      </div>
    </FormField>
  );
}
