import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, problemText } from '../api/api-problem.js';
import { callApi } from '../api/call-api.js';
import { toast } from '../state/toasts.js';

/** Sends a failed job back to the queue. Whatever comes of it, the job is looked at anew. */
export function useRetry(id: string) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await callApi(`jobs/${id}/retry/`, { method: 'POST' });
      toast('Queued again', 'good');
    } catch (error) {
      const isLate = error instanceof ApiProblem && error.status === 409;
      toast(
        isLate ? 'No longer failed: somebody else has queued it again' : problemText(error),
        isLate ? 'plain' : 'bad',
      );
    }
    setBusy(false);
    await Promise.all([
      client.invalidateQueries({ queryKey: ['job', id] }),
      client.invalidateQueries({ queryKey: ['stats'] }),
    ]);
  };
  return { retry, isBusy };
}
