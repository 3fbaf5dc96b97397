import { useLocation } from 'wouter';
import { type JobsView, ORDERINGS, type Ordering, orderingOf } from '../url/job-filter.js';
import { jobsSearch } from '../url/jobs-url.js';

const WORDS: Readonly<Record<Ordering, string>> = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  '-finished_at': 'Last ended first',
  claim: 'Claim order',
};

/** In which order the list is. Only queued jobs have an order in which they are claimed. */
export function OrderChoice({ view }: { readonly view: JobsView }) {
  const [, navigate] = useLocation();
  const choose = (order: Ordering) => navigate(`/jobs${jobsSearch({ ...view, order, offset: 0 })}`);
  return (
    <select
      aria-label="Order"
      class="quiet-select"
      value={orderingOf(view)}
      onChange={(event) => choose(event.currentTarget.value as Ordering)}
    >
      {ORDERINGS.filter((order) => order !== 'claim' || view.filter.status === 'queued').map((order) => (
        <option key={order} value={order}>
          {WORDS[order]}
        </option>
      ))}
    </select>
  );
}
