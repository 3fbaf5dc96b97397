import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One call of a handler, by the claim that it was made for. */
export type RunKey = string;

export function runKey(jobId: string, attempt: number | string, workerId: string | null): RunKey {
  return `${jobId} ${attempt} ${workerId}`;
}

/** How often the handlers of a run began and ended for each claim, from what they wrote down. */
export function readRuns(folder: string): Record<'began' | 'ended', ReadonlyMap<RunKey, number>> {
  const runs = { began: new Map<RunKey, number>(), ended: new Map<RunKey, number>() };
  for (const file of readdirSync(folder).filter((name) => name.startsWith('runs-'))) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const [moment, jobId = '', attempt = '', workerId = null] = line.split(' ');
      if (moment !== 'began' && moment !== 'ended') continue;
      const key = runKey(jobId, attempt, workerId);
      increment(runs[moment], key);
    }
  }
  return runs;
}

export function increment(counts: Map<RunKey, number>, key: RunKey): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
