import { ApiProblem } from '../api/api-problem.js';
import { useJob, useJobEvents } from '../api/queries.js';
import { useTitle } from '../frame/use-title.js';
import { Banner } from '../ui/banner.js';
import { JsonView } from '../ui/json-view.js';
import { Failure, Loading } from '../ui/states.js';
import { isUuid } from '../url/events-url.js';
import { AttemptLanes } from './attempt-lanes.js';
import { History } from './history.js';
import { JobError } from './job-error.js';
import { JobFacts } from './job-facts.js';
import { JobHead } from './job-head.js';
import { JobNotFound } from './job-not-found.js';
import { LifeStrip } from './life-strip.js';

/** One job: where it stands, how it came there, and what it carries. */
export function JobScreen({ id }: { readonly id: string }) {
  useTitle(`Job ${id.slice(-8)}`);
  return isUuid(id) ? <KnownJob id={id.toLowerCase()} /> : <JobNotFound id={id} />;
}

function KnownJob({ id }: { readonly id: string }) {
  const { data: job, error, isPending, refetch } = useJob(id);
  const { data: history, error: historyError } = useJobEvents(id);
  if (isPending) return <Loading lines={10} />;
  if (error instanceof ApiProblem && error.status === 404) return <JobNotFound id={id} />;
  if (job === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  const events = history?.events ?? [];
  return (
    <>
      <JobHead job={job} />
      <LifeStrip job={job} events={events} />
      {job.last_error !== '' && <JobError text={job.last_error} />}
      <div class="job-columns">
        <div class="job-main">
          <AttemptLanes job={job} events={events} />
          {history?.isCut === true && (
            <Banner tone="plain">The history is long: only its first {events.length} events are shown.</Banner>
          )}
          {historyError !== null && history === undefined && <Failure error={historyError} />}
          <History events={events} />
        </div>
        <div class="job-side">
          <JobFacts job={job} />
          <section class="card">
            <h2>Payload</h2>
            <JsonView text={job.payload} what="Payload" />
          </section>
          {job.status === 'succeeded' && (
            <section class="card">
              <h2>Result</h2>
              <JsonView text={job.result} what="Result" />
            </section>
          )}
        </div>
      </div>
    </>
  );
}
