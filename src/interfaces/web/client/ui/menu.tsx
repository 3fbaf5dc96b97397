import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';

interface Props {
  readonly label: ReactNode;
  /** Where the label is an icon alone. */
  readonly name?: string;
  readonly children: ReactNode;
}

/** A button that opens a panel below itself. Escape or a click elsewhere closes it. */
export function Menu({ label, name, children }: Props) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeFromOutside = (event: Event) => {
      const menu = ref.current;
      if (menu?.open === true && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    };
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, []);
  const closeByEscape = (event: KeyboardEvent) => {
    const menu = ref.current;
    if (event.key !== 'Escape' || menu?.open !== true) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  return (
    <details ref={ref} class="menu" onKeyDown={closeByEscape}>
      <summary class="button" aria-label={name} title={name}>
        {label}
      </summary>
      <div class="menu-panel">{children}</div>
    </details>
  );
}
