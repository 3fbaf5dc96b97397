import { atLeast, ratios } from '../goals.mjs';
import { figureTable, goalTable } from '../tables.mjs';

export const title = 'Create on PostgreSQL, one at a time, 10 clients';

const module = new URL('./measure.mjs', import.meta.url);
const OWN = 'leasehold';
const peers = ['graphile-worker', 'pg-boss'];

export function measurements({ jobs = 5_000 }) {
  return [OWN, ...peers].map((queue) => {
    return { name: queue, module, options: { queue, clients: 10, jobs }, database: 'postgres' };
  });
}

export function report(figures) {
  const rate = ({ perSecond }) => perSecond;
  const goals = peers.map((peer) => atLeast(`rate against ${peer}`, 3, ratios(figures, OWN, peer, rate)));
  return [goalTable(goals), figureTable(figures, 'queue', [OWN, ...peers], { 'jobs a second': rate })].join('\n\n');
}
