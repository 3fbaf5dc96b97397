import { useQuery } from '@tanstack/react-query';
import { readApi } from '../api/call-api.js';
import type { BulkFilter, JobPage, JobSummary } from '../api/types.js';
import { shortId } from '../ui/job-link.js';

const SIZE = 5;

/** A few of the jobs that a retry is for. */
export function RetrySample({ filter }: { readonly filter: BulkFilter }) {
  const { data } = useQuery({
    queryKey: ['bulk-retry', 'sample', filter],
    queryFn: () => sampleOf(filter),
    refetchInterval: false,
  });
  return (
    <ul class="retry-sample">
      {(data ?? []).map(({ id, type, last_error }) => (
        <li key={id}>
          <span class="mono">{shortId(id)}</span>
          <span>{type}</span>
          <span class="muted one-line">{last_error.split('\n', 1)[0]}</span>
        </li>
      ))}
    </ul>
  );
}

async function sampleOf({ ids, payload = {}, ...rest }: BulkFilter): Promise<readonly JobSummary[]> {
  if (ids !== undefined) {
    return Promise.all(ids.slice(0, SIZE).map((id) => readApi<JobSummary>(`jobs/${id}/`)));
  }
  const search = new URLSearchParams({
    ...rest,
    status: 'failed',
    fields: 'summary',
    count: 'capped',
    limit: String(SIZE),
  });
  for (const [path, value] of Object.entries(payload)) search.set(`payload.${path}`, JSON.stringify(value));
  return (await readApi<JobPage>(`jobs/?${search}`)).results;
}
