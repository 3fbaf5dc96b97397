import { ApiProblem } from '../api/api-problem.js';
import { Banner } from '../ui/banner.js';
import { Failure } from '../ui/states.js';

/** A list that did not come. Where a filter took too long, the rest of the page stays of use. */
export function ListFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const slow = error instanceof ApiProblem && error.status === 503 ? Object.keys(error.errors) : [];
  if (slow.length === 0) return <Failure error={error} onRetry={onRetry} />;
  return (
    <Banner tone="warn">
      <b>This took too long to look for: {slow.join(', ')}.</b> Add a type, a status or a time range, so that fewer jobs
      have to be read.{' '}
      <button type="button" class="link-button" onClick={onRetry}>
        Try again
      </button>
    </Banner>
  );
}
