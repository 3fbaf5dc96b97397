import uPlot from 'uplot';
import type { TimeSeries } from '../api/types.js';
import { durationText } from '../time/duration.js';
import { partsAt, type WallClock } from '../time/zone.js';
import { type Line, stacked } from './series.js';

const HEIGHT = 180;

export interface PlotOptions {
  readonly lines: readonly Line[];
  readonly kind: 'bars' | 'lines';
  readonly clock: WallClock;
}

/** A chart in an element. Loaded when the first one is needed. */
export interface LivePlot {
  update(series: TimeSeries): void;
  destroy(): void;
}

export function createPlot(element: HTMLElement, series: TimeSeries, options: PlotOptions): LivePlot {
  const plot = new uPlot(plotOptions(element, options), dataOf(series, options), element);
  const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
  resize.observe(element);
  return {
    update: (next) => plot.setData(dataOf(next, options)),
    destroy() {
      resize.disconnect();
      plot.destroy();
    },
  };
}

function dataOf({ buckets }: TimeSeries, { lines, kind }: PlotOptions): uPlot.AlignedData {
  const times = buckets.map(({ start }) => Date.parse(start) / 1000);
  const values = lines.map(({ of }) => buckets.map(of));
  // The highest layer is drawn first and the lower ones over it.
  return [times, ...(kind === 'bars' ? stacked(values).reverse() : values)];
}

function plotOptions(element: HTMLElement, { lines, kind, clock }: PlotOptions): uPlot.Options {
  const color = (name: string) => getComputedStyle(element).getPropertyValue(name);
  const axis = {
    stroke: () => color('--muted'),
    grid: { stroke: () => color('--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  const drawn = kind === 'bars' ? lines.toReversed() : lines;
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { points: { show: kind === 'lines' }, drag: { x: false, y: false }, sync: { key: 'overview' } },
    ...(clock.timeZone !== undefined && {
      tzDate: (at: number) => uPlot.tzDate(new Date(at * 1000), clock.timeZone ?? 'UTC'),
    }),
    scales: {
      x: { range: (plot, first, last) => [first - halfBucket(plot), last + halfBucket(plot)] },
      y: { range: (_plot, _least, most) => [0, Math.max(kind === 'bars' ? 4 : 0.1, most * 1.1)] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        values: (_plot, ticks, _axis, _space, step) => ticks.map((tick) => timeTick(tick, step, clock)),
      },
      { ...axis, size: 48, values: (_plot, ticks) => ticks.map((tick) => tickText(tick, kind)) },
    ],
    series: [{}, ...drawn.map(({ tone }) => seriesOf(tone, kind, color))],
    hooks: { draw: kind === 'bars' ? [(plot) => hatchNewest(plot, color('--surface'))] : [] },
  };
}

/** In seconds: a bucket's bar stands around its beginning, also at the edges. */
function halfBucket({ data: [times] }: uPlot): number {
  const [first = 0, second = first] = times;
  return (second - first) / 2;
}

/** A day where days are marked, else hours and minutes. */
function timeTick(seconds: number, step: number, clock: WallClock): string {
  const { month, day, hour, minute, dayPeriod } = partsAt(seconds * 1000, clock);
  return step >= 86_400 ? `${month}-${day}` : `${hour}:${minute}${dayPeriod === undefined ? '' : ` ${dayPeriod}`}`;
}

function tickText(value: number, kind: PlotOptions['kind']): string {
  if (kind === 'lines') return value === 0 ? '0' : durationText(value * 1000);
  return Number.isInteger(value) ? String(value) : '';
}

function seriesOf(tone: string, kind: PlotOptions['kind'], color: (name: string) => string): uPlot.Series {
  const ink = () => color(`--chart-${tone}`);
  if (kind === 'lines') {
    return {
      stroke: ink,
      width: 1.5,
      spanGaps: true,
      points: { size: 4 },
      ...(tone.endsWith('-high') && { dash: [4, 4] }),
    };
  }
  const bars = uPlot.paths.bars?.({ size: [0.8, 24], gap: 1 });
  return { fill: ink, stroke: ink, width: 0, points: { show: false }, ...(bars !== undefined && { paths: bars }) };
}

/** The newest bucket is still filling: lines across it keep it from looking like a fall. */
function hatchNewest(plot: uPlot, ink: string): void {
  const { ctx, bbox } = plot;
  const times = plot.data[0];
  const [before, last] = [times.at(-2), times.at(-1)];
  if (before === undefined || last === undefined) return;
  const width = Math.abs(plot.valToPos(last, 'x', true) - plot.valToPos(before, 'x', true));
  const left = plot.valToPos(last, 'x', true) - width / 2;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, bbox.top, width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = ink;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  for (let at = left - bbox.height; at < left + width; at += 5 * devicePixelRatio) {
    ctx.moveTo(at, bbox.top + bbox.height);
    ctx.lineTo(at + bbox.height, bbox.top);
  }
  ctx.stroke();
  ctx.restore();
}
