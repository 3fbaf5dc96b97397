import { useConfig, useHealth } from '../api/queries.js';
import { BOOT } from '../boot.js';
import { likelySkew } from '../state/clock-skew.js';
import { refreshAll } from '../state/query-client.js';
import { skew } from '../state/server-clock.js';
import { useStore } from '../state/use-store.js';
import { timeText } from '../time/instant-text.js';
import { durationText } from '../time/duration.js';
import { Banner } from '../ui/banner.js';
import { useWallClock } from '../ui/instant.js';
import { useStaleSince } from './use-stale-since.js';

/** From here on, countdowns would be seen to be wrong if the difference were not reckoned with. */
const NOTABLE_SKEW_MS = 5_000;

/** What concerns the whole page. */
export function Notices() {
  const stale = useStaleSince();
  const clock = useWallClock();
  const { data: health } = useHealth();
  const { data: config } = useConfig();
  const skewMs = likelySkew(useStore(skew));
  return (
    <div class="notices">
      {health?.ok === false && (
        <Banner tone="bad">The database does not answer. What you see is the last that was read.</Banner>
      )}
      {stale !== undefined && (
        <Banner tone="warn">
          Stale since <b>{timeText(stale.at, clock)}</b>. {stale.reason}{' '}
          <button type="button" class="link-button" onClick={() => void refreshAll()}>
            Try now
          </button>
        </Banner>
      )}
      {Math.abs(skewMs) > NOTABLE_SKEW_MS && (
        <Banner tone="plain">
          This browser’s clock is {durationText(Math.abs(skewMs))} {skewMs > 0 ? 'behind' : 'ahead of'} the server’s.
          Times here follow the server.
        </Banner>
      )}
      {config !== undefined && config.version !== BOOT.version && (
        <Banner tone="plain">
          The server now runs version {config.version}.{' '}
          <button type="button" class="link-button" onClick={() => location.reload()}>
            Load its page
          </button>
        </Banner>
      )}
    </div>
  );
}
