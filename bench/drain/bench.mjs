import { atLeast, ratios } from '../goals.mjs';
import { figureTable, goalTable } from '../tables.mjs';

export const title = 'Drain on PostgreSQL';

const module = new URL('../queues/measure-drain.mjs', import.meta.url);
const runs = [
  ['leasehold', 64],
  ['leasehold', 10],
  ['graphile-worker, batched', 64],
  ['graphile-worker, batched', 10],
  ['graphile-worker', 10],
  ['pg-boss', 10],
];
const nameOf = (queue, slots) => `${queue}, ${slots} slots`;

export function measurements({ jobs = 20_000 }) {
  return runs.map(([queue, slots]) => {
    return { name: nameOf(queue, slots), module, options: { queue, slots, jobs }, database: 'postgres' };
  });
}

export function report(figures) {
  const rate = ({ perSecond }) => perSecond;
  const against = (slots, peer, peerSlots = slots) => {
    return ratios(figures, nameOf('leasehold', slots), nameOf(peer, peerSlots), rate);
  };
  const goals = [
    atLeast('64 slots: rate against graphile-worker, batched, 64 slots', 1.2, against(64, 'graphile-worker, batched')),
    atLeast(
      '64 slots: rate against graphile-worker, batched, 10 slots',
      1.2,
      against(64, 'graphile-worker, batched', 10),
    ),
    atLeast('10 slots: rate against graphile-worker', 2, against(10, 'graphile-worker')),
    atLeast('10 slots: rate against pg-boss', 1, against(10, 'pg-boss')),
  ];
  const names = runs.map(([queue, slots]) => nameOf(queue, slots));
  return [goalTable(goals), figureTable(figures, 'queue', names, { 'jobs a second': rate })].join('\n\n');
}
