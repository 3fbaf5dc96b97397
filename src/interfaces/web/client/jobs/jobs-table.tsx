import type { RefObject } from 'react';
import type { JobSummary } from '../api/types.js';
import { usePreferences } from '../state/preference-store.js';
import { COLUMNS } from './columns.js';
import { JobRow } from './job-row.js';
import type { Selection } from './use-selection.js';

interface Props {
  readonly rows: readonly JobSummary[];
  readonly selection: Selection;
  /** The job that is claimed next, if the order tells. */
  readonly nextId: string | undefined;
  readonly tableRef: RefObject<HTMLTableElement | null>;
}

export function JobsTable({ rows, selection, nextId, tableRef }: Props) {
  const { hiddenColumns, density } = usePreferences();
  const shown = COLUMNS.filter(({ name }) => !hiddenColumns.includes(name));
  // Only running jobs have a worker.
  const columns = shown.filter(({ name }) => name !== 'worker' || rows.some(({ locked_by }) => locked_by !== null));
  const isAll = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id));
  return (
    <table ref={tableRef} class={`table jobs-table ${density}`}>
      <thead>
        <tr>
          <th class="cell-select">
            <input type="checkbox" aria-label="Select all rows" checked={isAll} onChange={selection.toggleAll} />
          </th>
          <th>Status</th>
          <th>Type</th>
          {columns.map(({ name, title, isNumber }) => (
            <th key={name} class={`cell-${name} ${isNumber === true ? 'number' : ''}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((job) => (
          <JobRow
            key={job.id}
            job={job}
            columns={columns}
            isSelected={selection.ids.has(job.id)}
            isNext={job.id === nextId}
            onSelect={(extend) => selection.toggle(job.id, extend)}
          />
        ))}
      </tbody>
    </table>
  );
}
