import { Link } from 'wouter';
import { FirstJob } from '../overview/first-job.js';
import { Empty } from '../ui/states.js';
import { isFiltered, type JobFilter, type JobsView } from '../url/job-filter.js';
import { jobsSearch } from '../url/jobs-url.js';

/** An empty list: nothing matches, the page is past the end, nothing is in this status, or there is nothing at all. */
export function NoJobs({
  view,
  onFilter,
}: {
  readonly view: JobsView;
  readonly onFilter: (filter: JobFilter) => void;
}) {
  const { filter, offset } = view;
  if (offset > 0) {
    return (
      <Empty icon="jobs" title="The list does not go this far">
        <Link href={`/jobs${jobsSearch({ ...view, offset: 0 })}`} class="button">
          To its beginning
        </Link>
      </Empty>
    );
  }
  if (isFiltered(filter)) {
    return (
      <Empty icon="search" title="No job matches these filters">
        <button type="button" class="button" onClick={() => onFilter({ payload: [] })}>
          Clear the filters
        </button>
      </Empty>
    );
  }
  if (filter.status !== undefined) {
    return <Empty icon={filter.status} title={`No job is ${filter.status}`} />;
  }
  return <FirstJob />;
}
