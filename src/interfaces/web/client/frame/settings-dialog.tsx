import { changePreferences, usePreferences } from '../state/preference-store.js';
import { CHOICES, readPreferences } from '../state/preferences.js';
import { Dialog } from '../ui/dialog.js';

type ChoiceName = keyof typeof CHOICES;

const CHOICE_WORDS: Readonly<Record<ChoiceName, { label: string; words?: Readonly<Record<string, string>> }>> = {
  theme: { label: 'Theme', words: { system: 'As the system', light: 'Light', dark: 'Dark' } },
  zone: { label: 'Times in', words: { local: 'Local time', utc: 'UTC', server: 'The server’s zone' } },
  clock: { label: 'Clock', words: { '24': '24 hours', '12': '12 hours' } },
  times: { label: 'In tables', words: { relative: 'How long ago', absolute: 'Date and time' } },
  refreshMs: { label: 'Refresh every', words: { 2000: '2 s', 5000: '5 s', 10000: '10 s', 30000: '30 s' } },
  pageSize: { label: 'Jobs per page' },
  density: { label: 'Rows', words: { compact: 'Compact', comfortable: 'Comfortable' } },
};

/** The choices of this browser. They take effect at once. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Settings" onClose={onClose}>
      <div class="settings">
        {(Object.keys(CHOICES) as ChoiceName[]).map((name) => (
          <Choice key={name} name={name} />
        ))}
      </div>
      <footer class="dialog-foot">
        <p class="muted">Kept in this browser.</p>
        <span class="spacer" />
        <button type="button" class="button" onClick={() => changePreferences(readPreferences(null))}>
          Reset to defaults
        </button>
        <button type="button" class="button button-main" onClick={onClose}>
          Done
        </button>
      </footer>
    </Dialog>
  );
}

function Choice({ name }: { readonly name: ChoiceName }) {
  const preferences = usePreferences();
  const { label, words } = CHOICE_WORDS[name];
  const values: readonly (string | number)[] = CHOICES[name];
  const choose = (text: string) => {
    const value = values.find((each) => String(each) === text);
    changePreferences({ [name]: value });
  };
  return (
    <label class="setting">
      <span>{label}</span>
      <select value={String(preferences[name])} onChange={(event) => choose(event.currentTarget.value)}>
        {values.map((value) => (
          <option key={value} value={String(value)}>
            {words?.[value] ?? value}
          </option>
        ))}
      </select>
    </label>
  );
}
