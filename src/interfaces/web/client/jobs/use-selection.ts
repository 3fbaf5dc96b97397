import { useRef, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** `extend`: from the one that was changed last to this one. */
  readonly toggle: (id: string, extend: boolean) => void;
  /** All of these, or none if all are selected. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** Which rows of a list are selected; another list begins with none. */
export function useSelection(rows: readonly { readonly id: string }[], list: string): Selection {
  const [state, setState] = useState<{ list: string; ids: ReadonlySet<string> }>({ list, ids: new Set() });
  const last = useRef<string>(undefined);
  const ids = state.list === list ? state.ids : NONE;
  const set = (next: ReadonlySet<string>) => setState({ list, ids: next });
  return {
    ids,
    toggle(id, extend) {
      const next = new Set(ids);
      const isOn = !ids.has(id);
      const from = rows.findIndex((row) => row.id === last.current);
      const to = rows.findIndex((row) => row.id === id);
      const range = extend && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [{ id }];
      for (const row of range) {
        if (isOn) next.add(row.id);
        else next.delete(row.id);
      }
      last.current = id;
      set(next);
    },
    toggleAll: () => set(rows.every(({ id }) => ids.has(id)) ? NONE : new Set(rows.map(({ id }) => id))),
    clear: () => set(NONE),
  };
}

const NONE: ReadonlySet<string> = new Set();
