import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/api-problem.js';
import { pollDelay } from './poll-policy.js';
import { preferences } from './preference-store.js';

/** Failures in a row by key. */
const failures = new Map<string, number>();

const queryCache = new QueryCache({
  onSuccess: (_data, { queryHash }) => failures.delete(queryHash),
  onError: (_error, { queryHash }) => failures.set(queryHash, (failures.get(queryHash) ?? 0) + 1),
});

/**
 * One request in flight for each key, none while the tab is hidden; what is on the screen stays there until something
 * newer has come.
 */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 500,
      refetchOnReconnect: () => !preferences.get().paused,
      refetchOnWindowFocus: () => !preferences.get().paused,
      refetchInterval: ({ queryHash, state }) => {
        const { paused, refreshMs } = preferences.get();
        const status = state.error instanceof ApiProblem ? state.error.status : undefined;
        return paused ? false : pollDelay(refreshMs, failures.get(queryHash) ?? 0, status);
      },
    },
  },
});

/** Asks anew for everything on the screen. */
export function refreshAll(): Promise<void> {
  return queryClient.invalidateQueries();
}

// An interval is only looked at again after an answer: a change of it begins with one.
let last = preferences.get();
preferences.subscribe(() => {
  const { paused, refreshMs } = preferences.get();
  if (!paused && (last.paused || last.refreshMs !== refreshMs)) void refreshAll();
  last = preferences.get();
});
