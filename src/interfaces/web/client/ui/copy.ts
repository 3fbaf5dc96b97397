import { toast } from '../state/toasts.js';

/** Puts a text into the clipboard and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  const done = (await viaClipboard(text)) || viaSelection(text);
  toast(done ? `${what} copied` : `${what} could not be copied`, done ? 'good' : 'bad');
}

/** Browsers offer the clipboard only where the page came over HTTPS or from this machine. */
async function viaClipboard(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    await clipboard?.writeText(text);
    return clipboard !== undefined;
  } catch {
    return false;
  }
}

/** The way before there was a clipboard; it needs a field that is part of the page, and of the dialog that is open. */
function viaSelection(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.className = 'visually-hidden';
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way without the clipboard
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
