import { useRef, useState } from 'react';
import { problemText } from '../api/api-problem.js';
import { readApi } from '../api/call-api.js';
import type { BulkFilter, BulkResult } from '../api/types.js';
import { refreshAll } from '../state/query-client.js';
import { toast } from '../state/toasts.js';
import { type Progress, runBulkRetry } from './run-bulk-retry.js';

export type BulkState =
  | { readonly phase: 'asking' }
  | { readonly phase: 'running' | 'stopped' | 'done'; readonly progress: Progress; readonly error?: string };

export function bulkRetry(filter: BulkFilter, more: { dry_run?: boolean; limit?: number }): Promise<BulkResult> {
  return readApi<BulkResult>('jobs/bulk-retry/', { body: { filter, ...more } });
}

/** A retry of many jobs under way: where it stands, and how to begin and stop it. */
export function useBulkRetry(filter: BulkFilter) {
  const [state, setState] = useState<BulkState>({ phase: 'asking' });
  const stopped = useRef(false);
  const start = async (total: number, perSecond: number | null) => {
    let progress: Progress = { retried: 0, skipped: 0 };
    stopped.current = false;
    const isStopped = () => stopped.current;
    const follow = (next: Progress) => {
      progress = next;
      setState({ phase: 'running', progress });
    };
    follow(progress);
    try {
      await runBulkRetry({
        total,
        perSecond,
        retry: (limit) => bulkRetry(filter, { limit }),
        onProgress: follow,
        isStopped,
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      });
      setState({ phase: isStopped() ? 'stopped' : 'done', progress });
      toast(resultText(progress), 'good');
    } catch (error) {
      setState({ phase: 'stopped', progress, error: problemText(error) });
    }
    await refreshAll();
  };
  const stop = () => {
    stopped.current = true;
  };
  return { state, start, stop };
}

/** e.g. `98 retried, 2 no longer failed`. */
export function resultText({ retried, skipped }: Progress): string {
  return skipped === 0 ? `${retried} retried` : `${retried} retried, ${skipped} no longer failed`;
}
