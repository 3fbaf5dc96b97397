import type { ReactNode } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import { Icon } from './icon.js';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A modal dialog: the browser keeps the focus inside, closes it by Escape and gives the focus back. */
export function Dialog({ title, onClose, children, className = '' }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // At once and not after the next paint: until then a key would go elsewhere.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    // The browser would begin with the button that closes.
    dialog?.querySelector<HTMLElement>('input, select')?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; the keyboard has Escape
    <dialog
      ref={ref}
      class={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Where the browser does not ask before it closes.
      onClose={(event) => event.currentTarget.isConnected && onClose()}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
