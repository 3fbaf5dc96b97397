import { type Preferences, readPreferences, STORAGE_KEY } from './preferences.js';
import { createStore } from './store.js';
import { useStore } from './use-store.js';

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

export const preferences = createStore<Preferences>(readPreferences(stored()));

export function changePreferences(change: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...change });
  document.documentElement.dataset.theme = preferences.get().theme;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences.get()));
  } catch {
    // Then the choice holds as long as the page.
  }
}

export function usePreferences(): Preferences {
  return useStore(preferences);
}
