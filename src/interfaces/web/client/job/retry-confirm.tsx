import { Dialog } from '../ui/dialog.js';

interface Props {
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** After a key, which is pressed by mistake more easily than a button. */
export function RetryConfirm({ onConfirm, onClose }: Props) {
  return (
    <Dialog title="Retry this job?" onClose={onClose}>
      <p>It is queued again at once, with all its attempts before it.</p>
      <footer class="dialog-foot">
        <span class="spacer" />
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="button button-main" onClick={onConfirm}>
          Retry
        </button>
      </footer>
    </Dialog>
  );
}
