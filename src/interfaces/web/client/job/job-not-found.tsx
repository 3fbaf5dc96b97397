import { openDialog } from '../frame/dialogs.js';
import { Empty } from '../ui/states.js';

export function JobNotFound({ id }: { readonly id: string }) {
  return (
    <Empty icon="search" title="There is no such job">
      <p>
        <bdi class="mono">{id}</bdi>
      </p>
      <p class="muted">The id may be incomplete, or the job was removed since.</p>
      <button type="button" class="button" onClick={() => openDialog.set('palette')}>
        Look for another one
      </button>
    </Empty>
  );
}
