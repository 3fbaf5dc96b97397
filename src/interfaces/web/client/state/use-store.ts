import { useSyncExternalStore } from 'react';
import type { Store } from './store.js';

/** The value of a store; the component follows its changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
