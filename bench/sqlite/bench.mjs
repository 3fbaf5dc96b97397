import { atLeast, ratios } from '../goals.mjs';
import { figureTable, goalTable } from '../tables.mjs';

export const title = 'Drain on SQLite';

const module = new URL('../queues/measure-drain.mjs', import.meta.url);
/** Share of the jobs that a queue gets, so that the slowest does not take most of the time. */
const shares = { leasehold: 1, plainjob: 1, sidequest: 0.05 };
const runs = Object.keys(shares).flatMap((queue) => [10, 64].map((slots) => ({ queue, slots })));
const nameOf = (queue, slots) => `${queue}, ${slots} slots`;

export function measurements({ jobs = 20_000 }) {
  return runs.map(({ queue, slots }) => {
    const options = { queue, slots, jobs: Math.ceil((jobs * shares[queue]) / 10) * 10 };
    return { name: nameOf(queue, slots), module, options, database: 'sqlite' };
  });
}

export function report(figures) {
  const rate = ({ perSecond }) => perSecond;
  const against = (slots, peer) => ratios(figures, nameOf('leasehold', slots), nameOf(peer, slots), rate);
  const goals = [
    atLeast('10 slots: rate against plainjob', 1.2, against(10, 'plainjob')),
    atLeast('64 slots: rate against plainjob', 2, against(64, 'plainjob')),
    atLeast('10 slots: rate against sidequest', 5, against(10, 'sidequest')),
    atLeast('64 slots: rate against sidequest', 5, against(64, 'sidequest')),
  ];
  const names = runs.map(({ queue, slots }) => nameOf(queue, slots));
  return [goalTable(goals), figureTable(figures, 'queue', names, { 'jobs a second': rate })].join('\n\n');
}
