import { dismissToast, toasts } from '../state/toasts.js';
import { useStore } from '../state/use-store.js';
import { Icon } from '../ui/icon.js';

/** Short messages; what reads the screen out reads them too. */
export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <div key={id} class={`toast toast-${tone}`}>
          <Icon name={tone === 'good' ? 'succeeded' : tone === 'bad' ? 'failed' : 'info'} />
          <span>{text}</span>
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => dismissToast(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
