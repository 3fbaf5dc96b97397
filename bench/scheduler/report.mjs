import { figureTable, goalTable } from '../tables.mjs';
import { goals } from './goals.mjs';
import { pools } from './pools.mjs';

/** @param figures what the processes gave, an entry a round, by measurement @returns the report as Markdown */
export function report(figures) {
  return [
    goalTable(goals(figures)),
    '#### 100 in flight: tasks a second, and CPU time of the process (threads too) for one task',
    poolTable(figures, {
      empty: ({ empty }) => empty.perSecond,
      'empty: CPU µs': ({ empty }) => empty.cpuUs,
      'echo of 1 KB': ({ echo }) => echo.perSecond,
      'echo: CPU µs': ({ echo }) => echo.cpuUs,
      '50 µs of work': ({ burn }) => burn.perSecond,
      '50 µs of work: CPU µs': ({ burn }) => burn.cpuUs,
    }),
    '#### Latency of empty tasks, start and memory',
    poolTable(figures, {
      '100 in flight: p50 µs': ({ empty }) => empty.p50Us,
      '100 in flight: p99 µs': ({ empty }) => empty.p99Us,
      '1 in flight: p50 µs': ({ alone }) => alone.p50Us,
      '1 in flight: p99 µs': ({ alone }) => alone.p99Us,
      'first result ms': ({ firstResultMs }) => firstResultMs,
      'MiB a worker': ({ rssPerWorkerMiB }) => rssPerWorkerMiB,
    }),
  ].join('\n\n');
}

function poolTable(figures, columns) {
  return figureTable(figures, 'library', Object.keys(pools), columns);
}
