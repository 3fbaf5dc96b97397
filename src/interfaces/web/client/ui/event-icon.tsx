import type { EventType } from '../api/types.js';
import { Icon, type IconName } from './icon.js';

const ICONS: Readonly<Record<EventType, IconName>> = {
  created: 'add',
  claimed: 'running',
  progress: 'next',
  lease_renewed: 'retry',
  succeeded: 'succeeded',
  retry_scheduled: 'retry',
  failed: 'failed',
  timeout_requeued: 'overdue',
  manual_retry: 'play',
};

/** The drawing of an event's type; the word stands beside it. */
export function EventIcon({ type }: { readonly type: EventType }) {
  return (
    <span class={`event-icon event-icon-${type}`}>
      <Icon name={Object.hasOwn(ICONS, type) ? ICONS[type] : 'info'} />
    </span>
  );
}
