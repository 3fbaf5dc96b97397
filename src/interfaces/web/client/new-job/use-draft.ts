import { useRef, useState } from 'react';
import type { Draft } from './draft.js';
import { storeDraft, storedDraft } from './stored-draft.js';

/** A draft that outlives a reload of the tab, until it is sent or given up. */
export function useDraft(from: string | null, start: Draft) {
  const original = useRef(start);
  const [draft, setDraft] = useState(() => (start.type !== '' && from === null ? start : (storedDraft(from) ?? start)));
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    storeDraft(from, next);
  };
  const forget = () => storeDraft(from, undefined);
  const reset = () => {
    setDraft(original.current);
    forget();
  };
  return { draft, original: original.current, change, forget, reset };
}
