import type { Bucket } from '../api/types.js';

/** A line or a layer of a chart. */
export interface Line {
  readonly name: string;
  /** The name of its colour in the styles, `--chart-…`. */
  readonly tone: string;
  readonly of: (bucket: Bucket) => number | null;
}

export const THROUGHPUT: readonly Line[] = [
  { name: 'succeeded', tone: 'succeeded', of: ({ succeeded }) => succeeded },
  { name: 'failed', tone: 'failed', of: ({ failed }) => failed },
  { name: 'retried', tone: 'retried', of: ({ retried }) => retried },
];

/** In seconds. */
export const LATENCY: readonly Line[] = [
  { name: 'wait p50', tone: 'wait', of: ({ wait_p50_ms }) => seconds(wait_p50_ms) },
  { name: 'wait p95', tone: 'wait-high', of: ({ wait_p95_ms }) => seconds(wait_p95_ms) },
  { name: 'run p50', tone: 'run', of: ({ run_p50_ms }) => seconds(run_p50_ms) },
  { name: 'run p95', tone: 'run-high', of: ({ run_p95_ms }) => seconds(run_p95_ms) },
];

function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}

/** Values of layers that lie on top of each other: each with the sum of those below it. */
export function stacked(layers: readonly (readonly (number | null)[])[]): number[][] {
  const sums: number[] = [];
  return layers.map((layer) =>
    layer.map((value, index) => {
      sums[index] = (sums[index] ?? 0) + (value ?? 0);
      return sums[index];
    }),
  );
}
