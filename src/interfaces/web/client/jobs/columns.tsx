import type { ReactNode } from 'react';
import type { JobSummary } from '../api/types.js';
import { Instant } from '../ui/instant.js';
import { JobLink } from '../ui/job-link.js';

export interface Column {
  readonly name: string;
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (job: JobSummary) => ReactNode;
}

/** What can be shown of a job beside its status and type, which always are. */
export const COLUMNS: readonly Column[] = [
  { name: 'id', title: 'Id', cell: ({ id }) => <JobLink id={id} /> },
  { name: 'priority', title: 'Priority', isNumber: true, cell: ({ priority }) => priority },
  {
    name: 'attempts',
    title: 'Attempts',
    isNumber: true,
    cell: ({ attempts, max_attempts }) => (
      <span title={`${attempts} of at most ${max_attempts}`}>
        {attempts}
        <span class="muted">/{max_attempts > 9999 ? '∞' : max_attempts}</span>
      </span>
    ),
  },
  { name: 'when', title: 'When', cell: (job) => <When job={job} /> },
  { name: 'worker', title: 'Worker', cell: ({ locked_by }) => locked_by !== null && <WorkerName id={locked_by} /> },
  {
    name: 'error',
    title: 'Last error',
    cell: ({ last_error }) => <span title={last_error.slice(0, 1000)}>{last_error.split('\n', 1)[0]}</span>,
  },
];

/** The time that matters in the job's status. */
function When({ job }: { readonly job: JobSummary }) {
  const [word, at] = moment(job);
  return (
    <>
      <span class="muted">{word}</span> <Instant at={at} />
    </>
  );
}

function moment({ status, finished_at, locked_until, available_at }: JobSummary): readonly [word: string, at: string] {
  if (finished_at !== null) return ['ended', finished_at];
  if (status === 'running' && locked_until !== null) return ['lease ends', locked_until];
  return ['available', available_at];
}

/** `pid:thread` and, in the title, all of it: the host is seldom what tells workers apart. */
function WorkerName({ id }: { readonly id: string }) {
  const parts = id.split(':');
  return (
    <span class="mono" title={id}>
      {parts.length === 4 ? `${parts[1]}:${parts[2]}` : id}
    </span>
  );
}
