import { CHOICES, type Preferences } from '../state/preferences.js';

type Theme = Preferences['theme'];

/** The theme behind this one, in a circle. */
export function nextTheme(theme: Theme): Theme {
  const { theme: themes } = CHOICES;
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
}
