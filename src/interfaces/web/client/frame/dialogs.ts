import { createStore } from '../state/store.js';

/** Which of the page's own dialogs is open. */
export const openDialog = createStore<'palette' | 'settings' | 'help' | null>(null);

export function closeDialog(): void {
  openDialog.set(null);
}
