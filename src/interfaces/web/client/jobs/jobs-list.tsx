import { useRef } from 'react';
import type { JobPage, JobSummary } from '../api/types.js';
import { useShortcuts } from '../frame/use-shortcuts.js';
import { serverNow } from '../state/server-clock.js';
import { countText } from '../ui/count-text.js';
import { type JobFilter, type JobsView, orderingOf } from '../url/job-filter.js';
import { jobsSearch } from '../url/jobs-url.js';
import { JobsTable } from './jobs-table.js';
import { ListTools } from './list-tools.js';
import { NoJobs } from './no-jobs.js';
import { OrderChoice } from './order-choice.js';
import { Pager } from './pager.js';
import { rowKeys } from './row-keys.js';
import { SelectionBar } from './selection-bar.js';
import { useHeldRows } from './use-held-rows.js';
import { useHold } from './use-hold.js';
import { useSelection } from './use-selection.js';

interface Props {
  readonly view: JobsView;
  readonly limit: number;
  readonly page: JobPage;
  /** The page is still that of the view before. */
  readonly isOld: boolean;
  readonly onRetry: (jobs: readonly JobSummary[]) => void;
  readonly onRetryMatching: () => void;
  readonly onFilter: (filter: JobFilter) => void;
}

/** The rows, which do not move while they are used, and what can be done with them. */
export function JobsList({ view, limit, page, isOld, onRetry, onRetryMatching, onFilter }: Props) {
  const list = `${jobsSearch(view)} ${limit}`;
  const hold = useHold();
  const hasSelection = useRef(false);
  const { rows, added, differs, move } = useHeldRows({
    latest: page.results,
    list,
    isOld,
    isHeld: hold.isHeld || hasSelection.current,
  });
  const selection = useSelection(rows, list);
  hasSelection.current = selection.ids.size > 0;
  const tableRef = useRef<HTMLTableElement>(null);
  const { move: moveFocus, currentId } = rowKeys(tableRef);
  useShortcuts({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    x: () => {
      const id = currentId();
      if (id !== undefined) selection.toggle(id, false);
    },
    r: () => onRetry(rows.filter(({ id }) => (selection.ids.size > 0 ? selection.ids.has(id) : id === currentId()))),
  });
  const isFailedList = view.filter.status === 'failed';
  const total = `${countText(page.count)}${page.count_capped === true ? '+' : ''}`;
  if (rows.length === 0 && !differs) return <NoJobs view={view} onFilter={onFilter} />;
  const isClaimOrder = orderingOf(view) === 'claim' && view.offset === 0;
  return (
    <section class={`card list-card ${isOld ? 'is-old' : ''}`} aria-label="List of jobs">
      <div class="list-head">
        <OrderChoice view={view} />
        {differs && (
          <button type="button" class="pill" onClick={move}>
            {added > 0 ? `${countText(added)} new` : 'Changed'} · refresh
          </button>
        )}
        <span class="spacer" />
        <span class="list-tools" {...hold.props}>
          <ListTools rows={rows} />
        </span>
      </div>
      {selection.ids.size > 0 && (
        <SelectionBar
          rows={rows}
          selection={selection}
          matching={isFailedList && page.count > rows.length ? total : undefined}
          onRetry={() => onRetry(rows.filter(({ id }) => selection.ids.has(id)))}
          onRetryMatching={onRetryMatching}
        />
      )}
      <div class="table-scroll" {...hold.props}>
        <JobsTable
          rows={rows}
          selection={selection}
          nextId={isClaimOrder ? nextOf(rows) : undefined}
          tableRef={tableRef}
        />
      </div>
      <Pager view={view} limit={limit} shown={rows.length} count={page.count} isCapped={page.count_capped === true} />
    </section>
  );
}

/** The first that may be claimed already. */
function nextOf(rows: readonly JobSummary[]): string | undefined {
  const now = serverNow();
  return rows.find(
    ({ available_at, attempts, max_attempts }) => Date.parse(available_at) <= now && attempts < max_attempts,
  )?.id;
}
