import { useSearch } from 'wouter';
import { ApiProblem } from '../api/api-problem.js';
import { useJob } from '../api/queries.js';
import { useTitle } from '../frame/use-title.js';
import { Banner } from '../ui/banner.js';
import { Failure, Loading } from '../ui/states.js';
import { isUuid } from '../url/events-url.js';
import { draftOf, EMPTY_DRAFT } from './draft.js';
import { NewJobForm } from './new-job-form.js';

/** A new job, or a copy of another one. */
export function NewJobScreen() {
  const search = new URLSearchParams(useSearch());
  const from = search.get('from');
  const type = search.get('type') ?? '';
  useTitle('New job');
  if (from !== null && isUuid(from)) return <CopyForm id={from.toLowerCase()} />;
  return (
    <>
      {from !== null && <Banner tone="plain">There is no job {from} to copy.</Banner>}
      <NewJobForm key={type} from={null} start={{ ...EMPTY_DRAFT, type }} />
    </>
  );
}

function CopyForm({ id }: { readonly id: string }) {
  const { data, error, refetch } = useJob(id);
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <>
        <Banner tone="plain">The job {id} is not there any more.</Banner>
        <NewJobForm from={null} start={EMPTY_DRAFT} />
      </>
    );
  }
  if (data !== undefined) return <NewJobForm key={id} from={id} start={draftOf(data)} />;
  return error === null ? <Loading lines={8} /> : <Failure error={error} onRetry={() => void refetch()} />;
}
