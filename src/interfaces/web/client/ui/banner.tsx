import type { ReactNode } from 'react';
import { Icon } from './icon.js';

interface Props {
  readonly tone: 'bad' | 'warn' | 'plain';
  readonly children: ReactNode;
}

/** A line above the content about the state of things. */
export function Banner({ tone, children }: Props) {
  return (
    <div class={`banner banner-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={tone === 'plain' ? 'info' : 'overdue'} />
      <div>{children}</div>
    </div>
  );
}
