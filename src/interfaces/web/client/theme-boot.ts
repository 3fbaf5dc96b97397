// Runs before anything is painted, so that the chosen theme does not flash up late. The rest of the page follows in its own time.
import { readPreferences, STORAGE_KEY } from './state/preferences.js';

let stored: string | null = null;
try {
  stored = localStorage.getItem(STORAGE_KEY);
} catch {
  // A browser that keeps nothing gets the defaults.
}
document.documentElement.dataset.theme = readPreferences(stored).theme;
