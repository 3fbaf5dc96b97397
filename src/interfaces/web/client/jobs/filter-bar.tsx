import { type RefObject, useEffect, useRef, useState } from 'react';
import { useJobTypes } from '../api/queries.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import type { JobFilter } from '../url/job-filter.js';
import { FilterForm } from './filter-form.js';

/** How long typing must rest before the list follows it. */
const REST_MS = 300;

interface Props {
  readonly filter: JobFilter;
  readonly onChange: (filter: JobFilter) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The type, which is what is mostly looked for, and a panel with the rest. */
export function FilterBar({ filter, onChange, inputRef }: Props) {
  const { data: types } = useJobTypes();
  const [text, setText] = useTypedText(filter, onChange);
  return (
    <search class="filter-bar">
      <label class="filter-input">
        <Icon name="search" />
        <input
          ref={inputRef}
          type="search"
          aria-label="Type contains"
          placeholder="Type contains…"
          list="filter-types"
          maxLength={255}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <kbd>/</kbd>
      </label>
      <datalist id="filter-types">
        {(types ?? []).map(({ type }) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <Menu
        label={
          <>
            <Icon name="filter" /> Filter
          </>
        }
      >
        <FilterForm filter={filter} onApply={onChange} />
      </Menu>
    </search>
  );
}

/** The text of the field. The list follows it when typing rests; another view sets it, but not what it has sent itself. */
function useTypedText(filter: JobFilter, onChange: (filter: JobFilter) => void) {
  const { type = '' } = filter;
  const [text, setText] = useState(type);
  const sent = useRef(type);
  useEffect(() => {
    if (type !== sent.current) setText(type);
    sent.current = type;
  }, [type]);
  useEffect(() => {
    if (text === sent.current) return undefined;
    const timer = setTimeout(() => {
      const { type: _, ...rest } = filter;
      sent.current = text;
      onChange(text === '' ? rest : { ...rest, type: text });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, filter, onChange]);
  return [text, setText] as const;
}
