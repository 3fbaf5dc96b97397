import { changePreferences, usePreferences } from '../state/preference-store.js';
import { CHOICES } from '../state/preferences.js';
import { Icon } from '../ui/icon.js';

/** How often the page looks again, and whether it does. */
export function RefreshControl() {
  const { paused, refreshMs } = usePreferences();
  return (
    <div class="refresh">
      <button
        type="button"
        class="icon-button"
        aria-pressed={paused}
        aria-label={paused ? 'Resume refreshing' : 'Pause refreshing'}
        title={paused ? 'Resume refreshing (p)' : 'Pause refreshing (p)'}
        onClick={() => changePreferences({ paused: !paused })}
      >
        <Icon name={paused ? 'play' : 'pause'} />
      </button>
      <select
        aria-label="Refresh every"
        value={paused ? 'paused' : String(refreshMs)}
        onChange={({ currentTarget: { value } }) =>
          changePreferences(value === 'paused' ? { paused: true } : { paused: false, refreshMs: Number(value) })
        }
      >
        {CHOICES.refreshMs.map((ms) => (
          <option key={ms} value={String(ms)}>
            {ms / 1000} s
          </option>
        ))}
        <option value="paused">Paused</option>
      </select>
    </div>
  );
}
