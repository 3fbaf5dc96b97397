import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { problemText } from '../api/api-problem.js';

/**
 * What is on the screen although asking for it anew has failed: since when, in epoch milliseconds, and why.
 *
 * @returns a text of both, which React can compare; undefined if everything is fresh
 */
function staleness(client: ReturnType<typeof useQueryClient>): string | undefined {
  const stale = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.state.status === 'error' && query.state.dataUpdatedAt > 0);
  const oldest = stale.toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)[0];
  return oldest && `${oldest.state.dataUpdatedAt} ${problemText(oldest.state.error)}`;
}

export function useStaleSince(): { readonly at: number; readonly reason: string } | undefined {
  const client = useQueryClient();
  const text = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => staleness(client),
  );
  if (text === undefined) return undefined;
  const [at] = text.split(' ', 1);
  return { at: Number(at), reason: text.slice(text.indexOf(' ') + 1) };
}
