import { useConfig, useWorkers } from '../api/queries.js';
import { useTitle } from '../frame/use-title.js';
import { Banner } from '../ui/banner.js';
import { CopyButton } from '../ui/copy-button.js';
import { counted } from '../ui/count-text.js';
import { Empty, Failure, Loading } from '../ui/states.js';
import { ProcessCard } from './process-card.js';
import { workerTree } from './worker-tree.js';

const START_COMMAND = 'leasehold worker --handlers ./handlers.mjs';

/** Who works, on what, and whether it gets on. */
export function WorkersScreen() {
  useTitle('Workers');
  const { data, error, isPending, refetch } = useWorkers();
  const { data: config } = useConfig();
  return (
    <>
      <header class="view-head">
        <h1>Workers</h1>
        {data !== undefined && <span class="muted">{counted(data.results.length, 'worker')} seen</span>}
      </header>
      <p class="view-note">
        Derived from leases and from the events of the last {Math.round((data?.window_seconds ?? 900) / 60)} minutes.
        Workers that have claimed nothing in that time are not visible.
      </p>
      {isPending && <Loading lines={8} />}
      {error !== null && data === undefined && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.results.some(({ overdue }) => overdue) === true && (
        <Banner tone="warn">
          A lease has ended without a renewal. The next cleanup of any worker takes the job back, every{' '}
          {config?.worker.cleanup_interval_seconds ?? 5} s; if it stays here, no worker is alive to do it.
        </Banner>
      )}
      {data?.results.length === 0 && (
        <Empty icon="workers" title="No worker has been seen">
          <p>Start one beside the API, on the same database:</p>
          <p class="command">
            <code>{START_COMMAND}</code>
            <CopyButton text={START_COMMAND} what="Command" />
          </p>
        </Empty>
      )}
      {workerTree(data?.results ?? []).map(({ host, processes }) => (
        <section key={host} class="host" aria-label={`Host ${host ?? 'unknown'}`}>
          <h2>
            <bdi>{host ?? 'Workers of other names'}</bdi>
          </h2>
          {processes.map((process) => (
            <ProcessCard key={process.pid} group={process} leaseMs={(config?.worker.lease_seconds ?? 30) * 1000} />
          ))}
        </section>
      ))}
    </>
  );
}
