import { Link } from 'wouter';
import type { Worker } from '../api/types.js';
import { useNow } from '../state/use-now.js';
import { durationText } from '../time/duration.js';
import { counted } from '../ui/count-text.js';
import { Instant } from '../ui/instant.js';
import { JobLink } from '../ui/job-link.js';
import { StatusBadge } from '../ui/status-badge.js';
import { isSilent, type ProcessGroup } from './worker-tree.js';

interface Props {
  readonly group: ProcessGroup;
  readonly leaseMs: number;
}

/** The workers of one process, a line each. */
export function ProcessCard({ group: { pid, workers }, leaseMs }: Props) {
  const busy = workers.filter(({ job }) => job !== null).length;
  return (
    <section class="card list-card">
      <div class="list-head">
        <b>{pid === null ? 'Workers' : `Process ${pid}`}</b>
        <span class="muted">
          {counted(workers.length, 'thread')}, {busy} busy
        </span>
      </div>
      <div class="table-scroll">
        <table class="table workers-table">
          <thead>
            <tr>
              <th>Thread</th>
              <th>State</th>
              <th>Job</th>
              <th>Lease left</th>
              <th>Last event</th>
              <th class="number">Succeeded</th>
              <th class="number">Failed</th>
              <th class="number">Retried</th>
            </tr>
          </thead>
          <tbody>
            {workers.map((worker) => (
              <WorkerRow key={worker.id} worker={worker} leaseMs={leaseMs} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function WorkerRow({ worker, leaseMs }: { readonly worker: Worker; readonly leaseMs: number }) {
  const now = useNow();
  const { id, thread, job, type, attempt, locked_until, last_event_at, last_event_type, succeeded, failed, retried } =
    worker;
  const left = locked_until === null ? null : Date.parse(locked_until) - now;
  return (
    <tr>
      <td class="cell-thread">
        <Link href={`/events?worker=${encodeURIComponent(id)}`} title={id} class="mono">
          {thread ?? id}
        </Link>
      </td>
      <td class="cell-status">
        {job === null ? (
          <span class="muted">idle</span>
        ) : (
          <StatusBadge status={worker.overdue ? 'overdue' : 'running'} />
        )}
        {isSilent(worker, leaseMs, now) && <span class="flag">silent</span>}
      </td>
      <td class="cell-job">
        {job !== null && (
          <>
            <bdi>{type}</bdi> <JobLink id={job} /> <span class="muted">attempt {attempt}</span>
          </>
        )}
      </td>
      <td class="cell-lease">
        {left !== null && (left > 0 ? durationText(left) : <b class="bad-text">over since {durationText(-left)}</b>)}
      </td>
      <td class="cell-last">
        {last_event_at !== null && (
          <>
            {last_event_type}{' '}
            <span class="muted">
              <Instant at={last_event_at} />
            </span>
          </>
        )}
      </td>
      <td class="number cell-succeeded">{succeeded}</td>
      <td class="number cell-failed">{failed}</td>
      <td class="number cell-retried">{retried}</td>
    </tr>
  );
}
