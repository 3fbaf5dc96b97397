import { useNow } from '../state/use-now.js';
import { durationText } from '../time/duration.js';
import { counted } from '../ui/count-text.js';

interface Props {
  readonly until: number;
  readonly leaseMs: number;
  readonly renewals: number;
}

/** How much is left of the lease of a running job. */
export function LeaseBar({ until, leaseMs, renewals }: Props) {
  const left = until - useNow();
  const isOver = left <= 0;
  return (
    <div class={`lease ${isOver ? 'lease-over' : ''}`}>
      <span>
        {isOver
          ? `Lease ended ${durationText(-left)} ago: the next cleanup takes the job back`
          : `Lease ends in ${durationText(left)}`}
      </span>
      <progress max={leaseMs} value={Math.max(0, Math.min(leaseMs, left))} aria-label="Lease left" />
      <span class="muted">renewed {renewals === 0 ? 'never' : counted(renewals, 'time')}</span>
    </div>
  );
}
