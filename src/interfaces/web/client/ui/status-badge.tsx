import type { JobStatus, JobSummary } from '../api/types.js';
import { Icon, type IconName } from './icon.js';

type Shown = JobStatus | 'retry' | 'overdue';

const WORDS: Readonly<Record<Shown, string>> = {
  queued: 'queued',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  retry: 'retrying',
  overdue: 'overdue',
};

const TITLES: Partial<Record<Shown, string>> = {
  retry: 'Queued for another attempt',
  overdue: 'Running, but its lease has ended: cleanup will take it back',
};

/** What a job's status looks like: one that waits for a further attempt, or whose lease is over, stands out. */
export function shownStatus(job: Pick<JobSummary, 'status' | 'attempts' | 'locked_until'>, now: number): Shown {
  if (job.status === 'queued' && job.attempts > 0) return 'retry';
  if (job.status === 'running' && Date.parse(job.locked_until ?? '') < now) return 'overdue';
  return job.status;
}

/** Icon, word and colour: none of them is needed to understand the others. A status of a later version shows as its word. */
export function StatusBadge({ status }: { readonly status: Shown }) {
  const isKnown = Object.hasOwn(WORDS, status);
  return (
    <span class={`badge badge-${isKnown ? status : 'unknown'}`} title={TITLES[status]}>
      <Icon name={isKnown ? (status satisfies IconName) : 'help'} />
      {isKnown ? WORDS[status] : status}
    </span>
  );
}
