import { createStore } from './store.js';

export interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'bad' | 'plain';
  readonly text: string;
}

const SHOWN_MS = 6_000;

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a line for some seconds and has it read out. */
export function toast(text: string, tone: Toast['tone'] = 'plain'): void {
  lastId += 1;
  const id = lastId;
  toasts.set([...toasts.get(), { id, tone, text }]);
  setTimeout(() => dismissToast(id), SHOWN_MS);
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id));
}
