import type { JobSummary } from '../api/types.js';
import { countText, counted } from '../ui/count-text.js';
import { Icon } from '../ui/icon.js';
import type { Selection } from './use-selection.js';

interface Props {
  readonly rows: readonly JobSummary[];
  readonly selection: Selection;
  /** How many jobs the list has on all its pages; undefined where not all of them can be retried together. */
  readonly matching: string | undefined;
  readonly onRetry: () => void;
  readonly onRetryMatching: () => void;
}

/** What can be done with the selected rows. */
export function SelectionBar({ rows, selection, matching, onRetry, onRetryMatching }: Props) {
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const failed = selected.filter(({ status }) => status === 'failed').length;
  return (
    <div class="selection-bar" role="toolbar" aria-label="Selected jobs">
      <b>{countText(selected.length)} selected</b>
      <button type="button" class="button button-main" disabled={failed === 0} onClick={onRetry}>
        <Icon name="retry" />
        {failed === 0 ? 'None of them failed' : `Retry ${counted(failed, 'failed job')}`}
      </button>
      {matching !== undefined && selected.length === rows.length && (
        <button type="button" class="button" onClick={onRetryMatching}>
          Retry all {matching} matching…
        </button>
      )}
      <span class="spacer" />
      <button type="button" class="link-button" onClick={selection.clear}>
        Clear selection
      </button>
    </div>
  );
}
