import { useEffect, useRef } from 'react';
import { completedShortcut, type Pending, type Shortcuts } from './shortcuts.js';

/** Binds keys while the component is there. They rest while something is typed, chosen or asked in a dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    let pending: Pending | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const name = completedShortcut(Object.keys(current.current), pending, event.key, event.timeStamp);
      pending = { key: event.key, at: event.timeStamp };
      if (name === undefined) return;
      event.preventDefault();
      current.current[name]?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return true;
  const { target } = event;
  return target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select') !== null;
}
