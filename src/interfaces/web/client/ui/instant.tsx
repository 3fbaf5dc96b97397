import { useConfig } from '../api/queries.js';
import { usePreferences } from '../state/preference-store.js';
import { useNow } from '../state/use-now.js';
import { relativeText } from '../time/duration.js';
import { fullText, instantText, timeText } from '../time/instant-text.js';
import { type WallClock, wallClock } from '../time/zone.js';

/** The wall clock that times are shown by. */
export function useWallClock(): WallClock {
  const { data } = useConfig();
  return wallClock(usePreferences(), data?.time_zone ?? 'UTC');
}

interface Props {
  /** As the API writes it. */
  readonly at: string;
  /** `ago`: how far away, or the time if that is preferred; else always the time. */
  readonly as?: 'ago' | 'time' | 'full';
}

/** A moment. Its title has everything: milliseconds and the offset of the zone. */
export function Instant({ at, as = 'ago' }: Props) {
  const clock = useWallClock();
  const { times } = usePreferences();
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <span>{at}</span>;
  const full = fullText(instant, clock);
  return (
    <time dateTime={at} title={full}>
      {as === 'ago' && times === 'relative' && <Ago at={instant} />}
      {as === 'ago' && times === 'absolute' && instantText(instant, clock)}
      {as === 'time' && timeText(instant, clock)}
      {as === 'full' && full}
    </time>
  );
}

function Ago({ at }: { readonly at: number }) {
  return <>{relativeText(at, useNow())}</>;
}
