import { apiUrl } from '../api/call-api.js';
import { useConfig, useHealth } from '../api/queries.js';
import { likelySkew } from '../state/clock-skew.js';
import { skew } from '../state/server-clock.js';
import { useNow } from '../state/use-now.js';
import { useStore } from '../state/use-store.js';
import { durationText } from '../time/duration.js';
import { fullText } from '../time/instant-text.js';
import { Dialog } from '../ui/dialog.js';
import { useWallClock } from '../ui/instant.js';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K', 'Go to a job, a type or a page'],
  ['g o · g j · g e · g w', 'Overview · Jobs · Events · Workers'],
  ['n', 'New job'],
  ['/', 'Filter the list'],
  ['j · k', 'Next · previous row'],
  ['x', 'Select the row'],
  ['Enter', 'Open the row'],
  ['r', 'Retry what is selected, or this job'],
  ['p', 'Pause or resume refreshing'],
  ['t', 'Change the theme'],
  ['?', 'This help'],
];

/** Keys, and how the server is. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Help" onClose={onClose}>
      <div class="help">
        <section>
          <h3>Keys</h3>
          <dl class="keys">
            {KEYS.map(([keys, does]) => (
              <div key={keys}>
                <dt>
                  {keys.split(' · ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
        <ServerFacts />
      </div>
    </Dialog>
  );
}

function ServerFacts() {
  const { data: config } = useConfig();
  const { data: health } = useHealth();
  const clock = useWallClock();
  const skewMs = likelySkew(useStore(skew));
  return (
    <section>
      <h3>Server</h3>
      <dl class="facts">
        <div>
          <dt>Version</dt>
          <dd>{config?.version ?? '…'}</dd>
        </div>
        <div>
          <dt>Store</dt>
          <dd>{config?.store ?? '…'}</dd>
        </div>
        <div>
          <dt>Its time</dt>
          <dd>{fullText(useNow(), clock).replace(/\.\d{3}/, '')}</dd>
        </div>
        <div>
          <dt>This clock</dt>
          <dd>
            {Math.abs(skewMs) < 1000
              ? 'agrees'
              : `${durationText(Math.abs(skewMs))} ${skewMs > 0 ? 'behind' : 'ahead'}`}
          </dd>
        </div>
        <div>
          <dt>Round trip</dt>
          <dd>
            {health === undefined ? '…' : `${Math.max(1, Math.round(health.latencyMs))} ms, through the database`}
          </dd>
        </div>
        <div>
          <dt>Lease</dt>
          <dd>
            {config === undefined
              ? '…'
              : `${config.worker.lease_seconds} s, cleanup every ${config.worker.cleanup_interval_seconds} s`}
          </dd>
        </div>
      </dl>
      <p>
        <a href={apiUrl('docs/')}>API documentation</a> · <a href={apiUrl('schema/')}>OpenAPI document</a>
      </p>
    </section>
  );
}
