import { Link } from 'wouter';
import { useStats } from '../api/queries.js';
import { JOB_STATUSES } from '../api/types.js';
import { type JobFilter, NO_FILTER } from '../url/job-filter.js';
import { jobsSearch } from '../url/jobs-url.js';
import { countText } from '../ui/count-text.js';
import { Icon } from '../ui/icon.js';

/** One tab for each status, with the number of jobs in it, whatever else filters. */
export function StatusTabs({ filter }: { readonly filter: JobFilter }) {
  const { data } = useStats();
  const { status: current, ...rest } = filter;
  const to = (next: JobFilter) => `/jobs${jobsSearch({ filter: next, offset: 0 })}`;
  return (
    <div class="tabs">
      <Link href={to({ ...NO_FILTER, ...rest })} class="tab" aria-current={current === undefined ? 'true' : undefined}>
        All <span class="tab-count">{data && countText(data.total)}</span>
      </Link>
      {JOB_STATUSES.map((status) => (
        <Link
          key={status}
          href={to({ ...rest, status })}
          class={`tab tab-${status}`}
          aria-current={status === current ? 'true' : undefined}
        >
          <Icon name={status} />
          {status} <span class="tab-count">{data && countText(data.by_status[status])}</span>
        </Link>
      ))}
    </div>
  );
}
