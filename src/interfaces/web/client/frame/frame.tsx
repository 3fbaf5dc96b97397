import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { changePreferences, usePreferences } from '../state/preference-store.js';
import { useStore } from '../state/use-store.js';
import { CommandPalette } from './command-palette.js';
import { closeDialog, openDialog } from './dialogs.js';
import { HelpDialog } from './help-dialog.js';
import { Notices } from './notices.js';
import { Rail } from './rail.js';
import { SettingsDialog } from './settings-dialog.js';
import { nextTheme } from './theme.js';
import { Toasts } from './toasts.js';
import { TopBar } from './top-bar.js';
import { usePaletteKey } from './use-palette-key.js';
import { useShortcuts } from './use-shortcuts.js';

/** What surrounds every view. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const dialog = useStore(openDialog);
  useGlobalKeys();
  return (
    <div class="frame">
      <a class="skip-link" href={`${location.pathname}${location.search}#main`}>
        Skip to content
      </a>
      <Rail />
      <div class="stage">
        <TopBar />
        <Notices />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Toasts />
      {dialog === 'palette' && <CommandPalette onClose={closeDialog} />}
      {dialog === 'settings' && <SettingsDialog onClose={closeDialog} />}
      {dialog === 'help' && <HelpDialog onClose={closeDialog} />}
    </div>
  );
}

function useGlobalKeys(): void {
  const [, navigate] = useLocation();
  const { paused, theme } = usePreferences();
  usePaletteKey();
  useShortcuts({
    'g o': () => navigate('/'),
    'g j': () => navigate('/jobs'),
    'g e': () => navigate('/events'),
    'g w': () => navigate('/workers'),
    n: () => navigate('/jobs/new'),
    p: () => changePreferences({ paused: !paused }),
    t: () => changePreferences({ theme: nextTheme(theme) }),
    '?': () => openDialog.set('help'),
  });
}
