import { Link, useLocation } from 'wouter';
import type { JobSummary } from '../api/types.js';
import { useNow } from '../state/use-now.js';
import { shownStatus, StatusBadge } from '../ui/status-badge.js';
import type { Column } from './columns.js';

interface Props {
  readonly job: JobSummary;
  readonly columns: readonly Column[];
  readonly isSelected: boolean;
  readonly isNext: boolean;
  readonly onSelect: (extend: boolean) => void;
}

export function JobRow({ job, columns, isSelected, isNext, onSelect }: Props) {
  const [, navigate] = useLocation();
  const openUnlessUsed = (event: MouseEvent) => {
    const isUsed = event.target instanceof Element && event.target.closest('a, input, label') !== null;
    if (!isUsed && getSelection()?.isCollapsed !== false) navigate(`/jobs/${job.id}`);
  };
  return (
    <tr data-id={job.id} data-status={job.status} aria-selected={isSelected} onClick={openUnlessUsed}>
      <td class="cell-select">
        <label class="check">
          <input
            type="checkbox"
            aria-label={`Select ${job.type} ${job.id}`}
            checked={isSelected}
            onClick={(event) => onSelect(event.shiftKey)}
          />
        </label>
      </td>
      <td class="cell-status">
        <StatusBadge status={shownStatus(job, useNow())} />
        {isNext && <span class="next-up">next up</span>}
      </td>
      <td class="cell-type">
        <Link href={`/jobs/${job.id}`} data-row-link="">
          {job.type}
        </Link>
      </td>
      {columns.map(({ name, isNumber, cell }) => (
        <td key={name} class={`cell-${name} ${isNumber === true ? 'number' : ''}`}>
          {cell(job)}
        </td>
      ))}
    </tr>
  );
}
