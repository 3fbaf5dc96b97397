import { copyText } from './copy.js';
import { Icon } from './icon.js';

interface Props {
  readonly text: string;
  /** What is copied, e.g. `Job id`. */
  readonly what: string;
  /** Shown beside the icon; without it the button is an icon with a label. */
  readonly children?: string;
}

export function CopyButton({ text, what, children }: Props) {
  return (
    <button
      type="button"
      class={children === undefined ? 'icon-button' : 'button'}
      aria-label={children === undefined ? `Copy ${what.toLowerCase()}` : undefined}
      title={children === undefined ? `Copy ${what.toLowerCase()}` : undefined}
      onClick={() => void copyText(text, what)}
    >
      <Icon name="copy" />
      {children}
    </button>
  );
}
