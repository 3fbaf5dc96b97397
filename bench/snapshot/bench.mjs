import { atLeast, ratios } from '../goals.mjs';
import { figureTable, goalTable } from '../tables.mjs';

export const title = 'Drain while another session holds an old snapshot';

const module = new URL('../queues/measure-drain.mjs', import.meta.url);
const SLOTS = 64;
/** Far more than it takes: a queue that such a snapshot brings to a halt shows in the figures, not as an error. */
const LIMIT_MS = 600_000;
const FREE = 'undisturbed';
const HELD = 'with an old snapshot held';

export function measurements({ jobs = 50_000 }) {
  return [FREE, HELD].map((name) => {
    const options = { queue: 'leasehold', slots: SLOTS, jobs, holdSnapshot: name === HELD };
    return { name, module, options, database: 'postgres', limitMs: LIMIT_MS };
  });
}

export function report(figures) {
  const last = ({ lastPerSecond }) => lastPerSecond;
  const goal = atLeast('last fifth: rate with the snapshot against without', 0.5, ratios(figures, HELD, FREE, last));
  const columns = { 'jobs a second': ({ perSecond }) => perSecond, 'in the last fifth': last };
  return [goalTable([goal]), figureTable(figures, `${SLOTS} slots`, [FREE, HELD], columns)].join('\n\n');
}
