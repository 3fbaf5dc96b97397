import type { Attempt } from '../history/attempt-lanes.js';
import { durationText } from '../time/duration.js';

interface Props {
  readonly attempt: Attempt;
  /** The time that the whole width stands for. */
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/** An attempt in time, with a mark for each renewal and each sign of progress. */
export function AttemptBar({ attempt, from, to, now }: Props) {
  const { availableAt, claimedAt, endedAt, backoffMs, renewals, progress } = attempt;
  const place = (at: number) => Math.max(0, Math.min(100, ((at - from) / (to - from)) * 100));
  const span = (start: number, end: number) => ({
    // What took no time at all is a line, at the very end too.
    insetInlineStart: `min(${place(start)}%, calc(100% - 3px))`,
    inlineSize: `${place(end) - place(start)}%`,
  });
  const end = endedAt ?? now;
  return (
    <div class="bar" aria-hidden="true">
      {availableAt !== null && <span class="bar-wait" style={span(availableAt, claimedAt)} />}
      {endedAt !== null && backoffMs !== null && (
        <span class="bar-backoff" style={span(endedAt, endedAt + backoffMs)} />
      )}
      <span class="bar-run" style={span(claimedAt, end)} />
      {renewals.map((at) => (
        <span
          key={at}
          class="bar-renewal"
          style={{ insetInlineStart: `${place(at)}%` }}
          title={`Lease renewed after ${durationText(at - claimedAt)}`}
        />
      ))}
      {progress.map(({ id, created_at, message }) => (
        <span
          key={id}
          class="bar-progress"
          style={{ insetInlineStart: `${place(Date.parse(created_at))}%` }}
          title={message}
        />
      ))}
    </div>
  );
}
