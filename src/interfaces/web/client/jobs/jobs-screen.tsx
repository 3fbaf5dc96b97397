import { useCallback, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useJobs } from '../api/queries.js';
import type { JobSummary } from '../api/types.js';
import { useShortcuts } from '../frame/use-shortcuts.js';
import { useTitle } from '../frame/use-title.js';
import { type RetryTarget, targetOfFilter, targetOfIds } from '../retry/bulk-filter.js';
import { RetryDialog } from '../retry/retry-dialog.js';
import { usePreferences } from '../state/preference-store.js';
import { Banner } from '../ui/banner.js';
import { Icon } from '../ui/icon.js';
import { Loading } from '../ui/states.js';
import type { JobFilter } from '../url/job-filter.js';
import { jobsSearch, readJobsUrl } from '../url/jobs-url.js';
import { FilterBar } from './filter-bar.js';
import { FilterChips } from './filter-chips.js';
import { JobsList } from './jobs-list.js';
import { ListFailure } from './list-failure.js';
import { StatusTabs } from './status-tabs.js';

/** The list of jobs. Its address says all of what is shown. */
export function JobsScreen() {
  const { view, ignored } = readJobsUrl(useSearch());
  const [, navigate] = useLocation();
  const { pageSize } = usePreferences();
  const jobs = useJobs(view, pageSize);
  const [target, setTarget] = useState<RetryTarget>();
  const inputRef = useRef<HTMLInputElement>(null);
  const changeFilter = useCallback(
    (filter: JobFilter) => navigate(`/jobs${jobsSearch({ filter, offset: 0 })}`),
    [navigate],
  );
  useTitle(view.filter.status === undefined ? 'Jobs' : `Jobs: ${view.filter.status}`);
  useShortcuts({ '/': () => inputRef.current?.focus() });
  const retryFailed = (chosen: readonly JobSummary[]) => {
    const ids = chosen.filter(({ status }) => status === 'failed').map(({ id }) => id);
    if (ids.length > 0) setTarget(targetOfIds(ids));
  };
  return (
    <>
      <header class="view-head">
        <h1>Jobs</h1>
        <span class="spacer" />
        {view.filter.status === 'failed' && (jobs.data?.count ?? 0) > 0 && (
          <button type="button" class="button" onClick={() => setTarget(targetOfFilter(view.filter))}>
            <Icon name="retry" /> Retry matching…
          </button>
        )}
        <Link href="/jobs/new" class="button button-main">
          <Icon name="add" /> New job
        </Link>
      </header>
      <StatusTabs filter={view.filter} />
      <FilterBar filter={view.filter} onChange={changeFilter} inputRef={inputRef} />
      <FilterChips filter={view.filter} onChange={changeFilter} />
      {ignored.length > 0 && (
        <Banner tone="plain">Not understood in the address, and passed over: {ignored.join(', ')}</Banner>
      )}
      {jobs.error !== null && jobs.data === undefined && (
        <ListFailure error={jobs.error} onRetry={() => void jobs.refetch()} />
      )}
      {jobs.isPending && <Loading lines={12} />}
      {jobs.data !== undefined && (
        <JobsList
          view={view}
          limit={pageSize}
          page={jobs.data}
          isOld={jobs.isPlaceholderData}
          onRetry={retryFailed}
          onRetryMatching={() => setTarget(targetOfFilter(view.filter))}
          onFilter={changeFilter}
        />
      )}
      {target !== undefined && <RetryDialog target={target} onClose={() => setTarget(undefined)} />}
    </>
  );
}
