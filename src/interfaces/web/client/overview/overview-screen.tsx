import { useState } from 'react';
import { useStats, useWorkers } from '../api/queries.js';
import type { Window } from '../api/types.js';
import { useTitle } from '../frame/use-title.js';
import type { RetryTarget } from '../retry/bulk-filter.js';
import { RetryDialog } from '../retry/retry-dialog.js';
import { useNow } from '../state/use-now.js';
import { Banner } from '../ui/banner.js';
import { Failure, Loading } from '../ui/states.js';
import { FailingNow } from './failing-now.js';
import { FirstJob } from './first-job.js';
import { nothingConsumes } from './nothing-consumes.js';
import { RecentEvents } from './recent-events.js';
import { StatCards } from './stat-cards.js';
import { Throughput } from './throughput.js';

/** Whether the queue is well, at a glance. */
export function OverviewScreen() {
  useTitle('Overview');
  const { data: stats, error, isPending, refetch } = useStats();
  const { data: workers } = useWorkers();
  const [window, setWindow] = useState<Window>('1h');
  const [target, setTarget] = useState<RetryTarget>();
  const now = useNow();
  if (isPending) return <Loading lines={10} />;
  if (stats === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (stats.total === 0) return <FirstJob />;
  return (
    <>
      <header class="view-head">
        <h1>Overview</h1>
      </header>
      {nothingConsumes(stats, workers, now) && (
        <Banner tone="bad">
          <b>Nothing is consuming this queue.</b> Jobs wait, and no worker has claimed one for a while. Is one running?
        </Banner>
      )}
      <StatCards stats={stats} now={now} />
      <Throughput window={window} onWindow={setWindow} />
      <div class="two-columns">
        <FailingNow onRetry={setTarget} />
        <RecentEvents />
      </div>
      {target !== undefined && <RetryDialog target={target} onClose={() => setTarget(undefined)} />}
    </>
  );
}
