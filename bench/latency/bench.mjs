import { atMost, ratios } from '../goals.mjs';
import { figureTable, goalTable } from '../tables.mjs';

export const title = 'Pick-up latency of an idle worker on PostgreSQL';

const module = new URL('./measure.mjs', import.meta.url);
const queues = ['leasehold', 'graphile-worker', 'pg-boss'];
const SAMPLES = 300;

export function measurements() {
  return queues.map((queue) => {
    return { name: queue, module, options: { queue, slots: 10, samples: SAMPLES }, database: 'postgres' };
  });
}

export function report(figures) {
  const p50 = ({ p50Ms }) => p50Ms;
  const p99 = ({ p99Ms }) => p99Ms;
  const [own, peer] = queues;
  const goals = [
    atMost(`p50 against ${peer}`, 1, ratios(figures, own, peer, p50)),
    atMost(`p99 against ${peer}`, 1, ratios(figures, own, peer, p99)),
  ];
  return [goalTable(goals), figureTable(figures, 'queue', queues, { 'p50 ms': p50, 'p99 ms': p99 })].join('\n\n');
}
