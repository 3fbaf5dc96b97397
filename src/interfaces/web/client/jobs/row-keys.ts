import type { RefObject } from 'react';

/** What keys do with the rows of a table: move the focus from link to link, and tell which row has it. */
export function rowKeys(table: RefObject<HTMLTableElement | null>) {
  const links = () => [...(table.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const current = () => {
    const row = document.activeElement?.closest('tr[data-id]');
    return row instanceof HTMLElement && table.current?.contains(row) === true ? row : undefined;
  };
  const move = (step: number) => {
    const all = links();
    const row = current();
    const at = all.findIndex((link) => row?.contains(link) === true);
    const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + step));
    all[next]?.focus();
  };
  return { move, currentId: () => current()?.dataset.id };
}
