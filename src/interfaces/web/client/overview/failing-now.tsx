import { Link } from 'wouter';
import { useJobs } from '../api/queries.js';
import type { RetryTarget } from '../retry/bulk-filter.js';
import { targetOfFilter } from '../retry/bulk-filter.js';
import { useNow } from '../state/use-now.js';
import { Instant } from '../ui/instant.js';
import { type JobFilter, NO_FILTER } from '../url/job-filter.js';
import { jobsSearch } from '../url/jobs-url.js';
import { type ErrorGroup, errorGroups } from './error-groups.js';

const HOUR_MS = 3_600_000;
/** So many of the latest failures are looked at. */
const LOOKED_AT = 100;
const MOST_GROUPS = 5;
/** The longest text that the API looks for in errors. */
const MAX_ERROR_FILTER = 255;

/** What fails most, of the latest failures of the last hour. */
export function FailingNow({ onRetry }: { readonly onRetry: (target: RetryTarget) => void }) {
  const { data } = useJobs({ filter: { status: 'failed', payload: [] }, offset: 0 }, LOOKED_AT);
  const groups = errorGroups(data?.results ?? [], useNow() - HOUR_MS).slice(0, MOST_GROUPS);
  return (
    <section class="card" aria-label="Failing now">
      <div class="card-head">
        <h2>Failing now</h2>
        <span class="muted">last hour</span>
      </div>
      {groups.length === 0 && <p class="quiet">Nothing has failed in the last hour.</p>}
      <ul class="failing">
        {groups.map((group) => (
          <Group key={`${group.type} ${group.error}`} group={group} onRetry={onRetry} />
        ))}
      </ul>
    </section>
  );
}

function filterOf({ type, error }: ErrorGroup): JobFilter {
  return { ...NO_FILTER, status: 'failed', type, ...(error !== '' && { error: error.slice(0, MAX_ERROR_FILTER) }) };
}

function Group({ group, onRetry }: { readonly group: ErrorGroup; readonly onRetry: (target: RetryTarget) => void }) {
  const filter = filterOf(group);
  return (
    <li>
      <span class="failing-count">{group.count}</span>
      <div class="failing-what">
        <Link href={`/jobs${jobsSearch({ filter, offset: 0 })}`} class="one-line" title={group.error}>
          <bdi>{group.error}</bdi>
        </Link>
        <span class="muted">
          <bdi>{group.type}</bdi> · <Instant at={group.latestAt} />
        </span>
      </div>
      <button type="button" class="button button-small" onClick={() => onRetry(targetOfFilter(filter))}>
        Retry these…
      </button>
    </li>
  );
}
