import type { Job, JobEvent } from '../api/types.js';
import { useConfig } from '../api/queries.js';
import { useNow } from '../state/use-now.js';
import { durationText, relativeText } from '../time/duration.js';
import { Icon, type IconName } from '../ui/icon.js';
import { LeaseBar } from './lease-bar.js';

interface Props {
  readonly job: Job;
  readonly events: readonly JobEvent[];
}

interface Step {
  readonly icon: IconName;
  readonly word: string;
  readonly more: string;
  readonly state: 'past' | 'now' | 'ahead';
}

/** The life of the job in three steps, and what it waits for. */
export function LifeStrip({ job, events }: Props) {
  const now = useNow();
  const { data: config } = useConfig();
  const claim = events.findLast(({ type }) => type === 'claimed');
  const claimedAt = claim === undefined ? undefined : Date.parse(claim.created_at);
  return (
    <section class="card life" aria-label="State">
      <ol class="life-steps">
        {stepsOf(job, claimedAt, now).map(({ icon, word, more, state }) => (
          <li
            key={word}
            class={`life-step life-${state} life-${icon}`}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <Icon name={icon} />
            <span class="life-word">{word}</span>
            <span class="muted">{more}</span>
          </li>
        ))}
      </ol>
      {job.status === 'running' && job.locked_until !== null && (
        <LeaseBar
          until={Date.parse(job.locked_until)}
          leaseMs={(config?.worker.lease_seconds ?? 30) * 1000}
          renewals={events.filter(({ type, attempt }) => type === 'lease_renewed' && attempt === job.attempts).length}
        />
      )}
    </section>
  );
}

function stepsOf(job: Job, claimedAt: number | undefined, now: number): readonly Step[] {
  const availableAt = Date.parse(job.available_at);
  const created: Step = {
    icon: 'add',
    word: 'created',
    more: relativeText(Date.parse(job.created_at), now),
    state: 'past',
  };
  if (job.status === 'queued') {
    const isRetry = job.attempts > 0;
    const word = isRetry ? `waits for attempt ${job.attempts + 1} of ${job.max_attempts}` : 'waits in the queue';
    const more =
      availableAt > now
        ? `can be claimed ${relativeText(availableAt, now)}`
        : `can be claimed since ${durationText(now - availableAt)}`;
    return [
      created,
      { icon: isRetry ? 'retry' : 'queued', word, more, state: 'now' },
      { icon: 'running', word: 'running', more: '', state: 'ahead' },
    ];
  }
  const ran = `attempt ${job.attempts} of ${job.max_attempts}`;
  if (job.status === 'running') {
    const since = claimedAt === undefined ? '' : `, for ${durationText(now - claimedAt)}`;
    return [
      created,
      { icon: 'running', word: 'running', more: ran + since, state: 'now' },
      { icon: 'succeeded', word: 'ended', more: '', state: 'ahead' },
    ];
  }
  const finishedAt = Date.parse(job.finished_at ?? '');
  const took = claimedAt === undefined ? '' : `, ${durationText(finishedAt - claimedAt)}`;
  return [
    created,
    { icon: 'running', word: 'ran', more: ran + took, state: 'past' },
    { icon: job.status, word: job.status, more: relativeText(finishedAt, now), state: 'now' },
  ];
}
