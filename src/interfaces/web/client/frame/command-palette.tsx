import { useState } from 'react';
import { useLocation } from 'wouter';
import { useJobTypes } from '../api/queries.js';
import { Dialog } from '../ui/dialog.js';
import { paletteItems } from './palette-items.js';

/** One field that leads anywhere: paste an id, or type a part of a name. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [, navigate] = useLocation();
  const { data: types } = useJobTypes();
  const items = paletteItems(
    text,
    (types ?? []).map(({ type }) => type),
  );
  const current = Math.min(chosen, items.length - 1);
  const open = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    onClose();
    navigate(item.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen((current + step + items.length) % Math.max(1, items.length));
    } else if (event.key === 'Enter') open(current);
  };
  return (
    <Dialog title="Go to" onClose={onClose} className="palette">
      <input
        class="palette-input"
        type="text"
        role="combobox"
        aria-label="Job id, type or page"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={items.length === 0 ? undefined : `palette-${current}`}
        placeholder="Job id, type or page"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" class="palette-list" role="listbox" aria-label="Places">
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={item.href + item.text}
            id={`palette-${index}`}
            class="palette-item"
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => open(index)}
          >
            <span>{item.text}</span>
            <span class="muted">{item.hint}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
