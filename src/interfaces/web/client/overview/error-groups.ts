import type { JobSummary } from '../api/types.js';
import { groupBy } from '../group-by.js';

export interface ErrorGroup {
  readonly type: string;
  /** First line of the error. */
  readonly error: string;
  readonly count: number;
  readonly latestAt: string;
  readonly latestId: string;
}

/**
 * Failed jobs by what failed how, the most frequent first.
 *
 * @param jobs the latest failure first
 * @param since epoch milliseconds; what failed before does not count
 */
export function errorGroups(jobs: readonly JobSummary[], since: number): readonly ErrorGroup[] {
  const recent = jobs.filter(({ finished_at }) => finished_at !== null && Date.parse(finished_at) >= since);
  const groups = groupBy(recent, ({ type, last_error }) => JSON.stringify([type, firstLine(last_error)]));
  return [...groups.values()]
    .flatMap((jobsOfOne) => {
      const [latest] = jobsOfOne;
      if (latest?.finished_at == null) return [];
      const { type, last_error, finished_at: latestAt, id: latestId } = latest;
      return [{ type, error: firstLine(last_error), count: jobsOfOne.length, latestAt, latestId }];
    })
    .sort((a, b) => b.count - a.count);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
