import { useConfig } from '../api/queries.js';
import { changePreferences, usePreferences } from '../state/preference-store.js';
import type { Preferences } from '../state/preferences.js';
import { Icon, type IconName } from '../ui/icon.js';
import { openDialog } from './dialogs.js';
import { RefreshControl } from './refresh-control.js';
import { nextTheme } from './theme.js';

const THEME_ICONS: Readonly<Record<Preferences['theme'], IconName>> = { system: 'system', light: 'sun', dark: 'moon' };

/** What can be set from everywhere. */
export function TopBar() {
  const { data } = useConfig();
  const { theme } = usePreferences();
  const environment = data?.environment ?? '';
  return (
    <header class="top-bar">
      <button type="button" class="search-button" onClick={() => openDialog.set('palette')}>
        <Icon name="search" />
        <span>Go to…</span>
        <kbd>Ctrl K</kbd>
      </button>
      {environment !== '' && <span class="environment">{environment}</span>}
      <span class="spacer" />
      <RefreshControl />
      <ZoneSwitch />
      <button
        type="button"
        class="icon-button theme-button"
        aria-label={`Theme: ${theme}`}
        title={`Theme: ${theme}`}
        onClick={() => changePreferences({ theme: nextTheme(theme) })}
      >
        <Icon name={THEME_ICONS[theme]} />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label="Settings"
        title="Settings"
        onClick={() => openDialog.set('settings')}
      >
        <Icon name="settings" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label="Help"
        title="Help (?)"
        onClick={() => openDialog.set('help')}
      >
        <Icon name="help" />
      </button>
    </header>
  );
}

function ZoneSwitch() {
  const { zone } = usePreferences();
  const { data } = useConfig();
  return (
    <select
      class="zone-select"
      aria-label="Time zone"
      value={zone}
      onChange={(event) => changePreferences({ zone: event.currentTarget.value as Preferences['zone'] })}
    >
      <option value="local">Local time</option>
      <option value="utc">UTC</option>
      <option value="server">Server ({data?.time_zone ?? '…'})</option>
    </select>
  );
}
