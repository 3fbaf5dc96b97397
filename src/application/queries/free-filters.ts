import type { EventFilter, JobFilter } from '../ports/job-queries.js';

/** The names of the filters of jobs that no index serves. */
export function freeJobFilters({ error, payload = [] }: JobFilter): readonly string[] {
  return [...(error === undefined ? [] : ['error']), ...payload.map(({ path }) => `payload.${path.join('.')}`)];
}

/** The names of the filters of events that no index serves. */
export function freeEventFilters({ worker }: EventFilter): readonly string[] {
  return worker === undefined ? [] : ['worker'];
}
