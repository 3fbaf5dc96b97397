import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiFilter } from '../url/jobs-url.js';
import { type JobsView, orderingOf } from '../url/job-filter.js';
import { ApiProblem } from './api-problem.js';
import { callApi, readApi } from './call-api.js';
import { readEvents, readJob } from './read-job.js';
import type { Config, JobEvent, JobPage, JobStats, JobType, TimeSeries, Window, Workers } from './types.js';

/** Counts by status. */
export function useStats() {
  return useQuery({ queryKey: ['stats'], queryFn: ({ signal }) => readApi<JobStats>('jobs/stats/', { signal }) });
}

/** The path of one page of a list of jobs, without payloads and results. */
export function jobsPath(view: JobsView, limit: number): string {
  const search = apiFilter(view.filter);
  search.set('ordering', orderingOf(view));
  search.set('limit', String(limit));
  if (view.offset > 0) search.set('offset', String(view.offset));
  search.set('fields', 'summary');
  search.set('count', 'capped');
  return `jobs/?${search}`;
}

export function useJobs(view: JobsView, limit: number) {
  const path = jobsPath(view, limit);
  return useQuery({
    queryKey: ['jobs', path],
    queryFn: ({ signal }) => readApi<JobPage>(path, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useJob(id: string) {
  return useQuery({
    queryKey: ['job', id],
    queryFn: async ({ signal }) => readJob((await callApi(`jobs/${id}/`, { signal })).text),
  });
}

const EVENT_PAGES = 5;

/** The history of a job. Of one that never ends, only the beginning: `isCut`. */
export function useJobEvents(id: string) {
  return useQuery({
    queryKey: ['job', id, 'events'],
    queryFn: async ({ signal }) => {
      const events: JobEvent[] = [];
      for (let page = 0; page < EVENT_PAGES; page += 1) {
        const after = events.at(-1)?.id ?? 0;
        const { text, headers } = await callApi(`jobs/${id}/events/?after_id=${after}`, { signal });
        events.push(...readEvents(text));
        if (!(headers.get('Link') ?? '').includes('rel="next"')) return { events, isCut: false };
      }
      return { events, isCut: true };
    },
  });
}

export function useTimeSeries(window: Window) {
  return useQuery({
    queryKey: ['timeseries', window],
    queryFn: ({ signal }) => readApi<TimeSeries>(`jobs/stats/timeseries/?window=${window}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useWorkers() {
  return useQuery({ queryKey: ['workers'], queryFn: ({ signal }) => readApi<Workers>('workers/', { signal }) });
}

export function useJobTypes() {
  return useQuery({
    queryKey: ['job-types'],
    queryFn: async ({ signal }) => (await readApi<{ results: readonly JobType[] }>('job-types/', { signal })).results,
    refetchInterval: false,
    staleTime: 60_000,
  });
}

export function useConfig() {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => readApi<Config>('config/', { signal }),
    refetchInterval: 60_000,
  });
}

export interface Health {
  readonly ok: boolean;
  /** Of one round trip through the database, in milliseconds. */
  readonly latencyMs: number;
  readonly detail: string;
}

export function useHealth() {
  return useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }): Promise<Health> => {
      const startedAt = performance.now();
      try {
        await callApi('health/', { signal });
        return { ok: true, latencyMs: performance.now() - startedAt, detail: 'The database answers.' };
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== 503) throw error;
        return { ok: false, latencyMs: performance.now() - startedAt, detail: error.message };
      }
    },
  });
}
