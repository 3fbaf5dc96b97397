import { useState } from 'react';
import { useLocation } from 'wouter';
import { ApiProblem, problemText } from '../api/api-problem.js';
import { callApi } from '../api/call-api.js';
import type { JobSummary } from '../api/types.js';
import { refreshAll } from '../state/query-client.js';
import { toast } from '../state/toasts.js';
import type { Faults } from './draft-faults.js';

/** Creates a job and goes to it. `refused` is what the server said against single fields. */
export function useCreate(onDone: () => void) {
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Faults>({});
  const create = async (body: string) => {
    setBusy(true);
    setRefused({});
    try {
      const { status, text } = await callApi('jobs/', { body });
      const { id } = JSON.parse(text) as JobSummary;
      onDone();
      toast(
        status === 200 ? 'The key is known: this is the job that it belongs to' : 'Job created',
        status === 200 ? 'plain' : 'good',
      );
      navigate(`/jobs/${id}`);
      await refreshAll();
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 400) setRefused(error.errors);
      toast(problemText(error), 'bad');
    }
    setBusy(false);
  };
  return { create, isBusy, refused };
}
