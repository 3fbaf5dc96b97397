import { spread } from '../statistics.mjs';
import { pools } from './pools.mjs';
import { goals } from './goals.mjs';

/** @param figures what the processes printed, an entry a round, by measurement @returns the report as Markdown */
export function report(figures) {
  return [
    'Medians over the rounds, in brackets the least and the greatest.',
    goalTable(figures),
    '### 100 in flight: tasks a second, and CPU time of the process (threads too) for one task',
    poolTable(figures, {
      empty: ({ empty }) => empty.perSecond,
      'empty: CPU µs': ({ empty }) => empty.cpuUs,
      'echo of 1 KB': ({ echo }) => echo.perSecond,
      'echo: CPU µs': ({ echo }) => echo.cpuUs,
      '50 µs of work': ({ burn }) => burn.perSecond,
      '50 µs of work: CPU µs': ({ burn }) => burn.cpuUs,
    }),
    '### Latency of empty tasks, start and memory',
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

function goalTable(figures) {
  const rows = goals(figures).map(({ measure, target, unit, values, isMet }) => {
    const result = spread(values);
    return [measure, target, withRange(result, unit), verdict(isMet?.(result))];
  });
  return table(['measure', 'target', 'measured', 'met'], rows);
}

function verdict(isMet) {
  if (isMet === undefined) return '–';
  return isMet ? 'yes' : '**no**';
}

function poolTable(figures, columns) {
  const rows = Object.keys(pools).map((pool) => {
    return [pool, ...Object.values(columns).map((pick) => withRange(spread(figures[pool].map(pick)), ''))];
  });
  return table(['library', ...Object.keys(columns)], rows);
}

function withRange({ median, min, max }, unit) {
  return min === max ? `${number(median)}${unit}` : `${number(median)}${unit} (${number(min)}–${number(max)})`;
}

/** Three digits are more than such figures are worth. */
function number(value) {
  if (value >= 1_000) return Number(value.toPrecision(3)).toLocaleString('en');
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)));
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
