import { atLeast, atMost, ratios } from '../goals.mjs';
import { figureTable, goalTable } from '../tables.mjs';

export const title = 'Claim and complete in the in-memory store';

const module = new URL('./measure.mjs', import.meta.url);
const FEW = '1,000 queued';
const MANY = 'many queued';

/** @param jobs what "many" means */
export function measurements({ jobs = 100_000 }) {
  return [
    { name: FEW, module, options: { queued: 1_000, rounds: 50 } },
    { name: MANY, module, options: { queued: jobs, rounds: 1 } },
  ];
}

export function report(figures) {
  const rate = ({ perSecond }) => perSecond;
  const timeOfOne = ({ perSecond }) => 1 / perSecond;
  const goals = [
    atLeast('rate with many queued', 100_000, figures[MANY].map(rate), '/s'),
    // The logarithms of 100,000 and 1,000 are as 1.7 to 1; the rest is for caches and garbage. Linear would be 100.
    atMost('time of one job, many queued against 1,000', 3, ratios(figures, MANY, FEW, timeOfOne)),
  ];
  return [goalTable(goals), figureTable(figures, 'jobs', [FEW, MANY], { 'jobs a second': rate })].join('\n\n');
}
