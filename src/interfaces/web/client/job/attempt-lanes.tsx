import type { Job, JobEvent } from '../api/types.js';
import { type Attempt, attemptLanes, type Run } from '../history/attempt-lanes.js';
import { useNow } from '../state/use-now.js';
import { durationText } from '../time/duration.js';
import { Instant } from '../ui/instant.js';
import { AttemptBar } from './attempt-bar.js';

interface Props {
  readonly job: Job;
  readonly events: readonly JobEvent[];
}

/** Every attempt as a line: how long it waited, how long it ran, how it ended, and how long the job then rested. */
export function AttemptLanes({ job, events }: Props) {
  const runs = attemptLanes(events, job);
  const now = useNow();
  return (
    <section class="card" aria-label="Attempts">
      <div class="card-head">
        <h2>Attempts</h2>
        <ul class="legend">
          <li class="legend-wait-time">waiting</li>
          <li class="legend-run-time">running</li>
          <li class="legend-backoff">back-off</li>
        </ul>
      </div>
      {runs.map((run) => (
        <RunLanes key={run.number} run={run} isOnly={runs.length === 1} now={now} />
      ))}
    </section>
  );
}

function RunLanes({ run, isOnly, now }: { readonly run: Run; readonly isOnly: boolean; readonly now: number }) {
  const end = Math.max(run.startedAt + 1, ...run.attempts.map((attempt) => endOf(attempt, now)));
  return (
    <div class="run">
      {!isOnly && (
        <h3>
          Run {run.number} <span class="muted">{run.number === 1 ? 'from creation' : 'from a manual retry'}, </span>
          <Instant at={new Date(run.startedAt).toISOString()} />
        </h3>
      )}
      {run.attempts.length === 0 && <p class="muted">Not claimed yet.</p>}
      <ol class="lanes">
        {run.attempts.map((attempt) => (
          <Lane key={attempt.number} attempt={attempt} from={run.startedAt} to={end} now={now} />
        ))}
      </ol>
    </div>
  );
}

function endOf({ endedAt, backoffMs }: Attempt, now: number): number {
  return endedAt === null ? now : endedAt + (backoffMs ?? 0);
}

interface LaneProps {
  readonly attempt: Attempt;
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

function Lane({ attempt, from, to, now }: LaneProps) {
  const { number, workerId, availableAt, claimedAt, endedAt, end, backoffMs, lostLease, error } = attempt;
  const ran = durationText((endedAt ?? now) - claimedAt);
  const facts = [
    availableAt !== null && `waited ${durationText(claimedAt - availableAt)}`,
    endedAt === null ? `running for ${ran}` : `ran ${ran}`,
    backoffMs !== null && `then ${durationText(backoffMs)} back-off`,
  ].filter((fact) => fact !== false);
  return (
    <li class={`lane lane-${end ?? 'running'}`}>
      <div class="lane-head">
        <b>Attempt {number}</b>
        <span class="lane-end">{WORDS[end ?? 'running']}</span>
        <span class="muted">{facts.join(' · ')}</span>
      </div>
      <AttemptBar attempt={attempt} from={from} to={to} now={now} />
      {lostLease && (
        <p class="lane-note">
          The worker did not renew its lease in time: it crashed, lost the database, or its handler does not renew. The
          job was taken back from it{end === 'failed' ? ', and this was its last attempt' : ''}.
        </p>
      )}
      {!lostLease && error !== '' && <p class="lane-note lane-error">{error.split('\n', 1)[0]}</p>}
      {workerId !== null && <p class="lane-worker mono">{workerId}</p>}
    </li>
  );
}

const WORDS = {
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  retry_scheduled: 'failed, to be retried',
  timeout_requeued: 'lease lost',
} as const;
