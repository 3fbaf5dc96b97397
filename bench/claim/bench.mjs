import { atMost, ratios } from '../goals.mjs';
import { figureTable, goalTable } from '../tables.mjs';

export const title = 'Claim on PostgreSQL, as the tables grow';

const module = new URL('./measure.mjs', import.meta.url);
const FEW = 1_000;
const casesOf = (many, delayed) => ({
  few: { queued: FEW },
  many: { queued: many },
  delayed: { queued: FEW, delayed },
  finished: { queued: FEW, finished: many },
});
const names = {
  few: 'few queued',
  many: 'many queued',
  delayed: 'few queued, delayed jobs of higher priority ahead',
  finished: 'few queued, many finished',
};

/** @param jobs what "many" means; three tenths of it are delayed */
export function measurements({ jobs = 1_000_000 }) {
  return Object.entries(casesOf(jobs, jobs * 0.3)).map(([key, rows]) => {
    return { name: names[key], module, options: { rows }, database: 'postgres', limitMs: 600_000 };
  });
}

export function report(figures) {
  const p95 = ({ p95Ms }) => p95Ms;
  const goals = ['many', 'delayed', 'finished'].map((key) => {
    return atMost(`p95, ${names[key]}, against few queued alone`, 1.5, ratios(figures, names[key], names.few, p95));
  });
  const columns = { 'p50 ms': ({ p50Ms }) => p50Ms, 'p95 ms': p95 };
  return [goalTable(goals), figureTable(figures, 'rows', Object.values(names), columns)].join('\n\n');
}
