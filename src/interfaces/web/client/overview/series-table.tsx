import type { TimeSeries } from '../api/types.js';
import { durationText } from '../time/duration.js';
import { Instant } from '../ui/instant.js';

/** The figures of the charts, the newest first. */
export function SeriesTable({ series }: { readonly series: TimeSeries }) {
  return (
    <details class="series">
      <summary>View as table</summary>
      <div class="table-scroll series-scroll">
        <table class="table compact">
          <thead>
            <tr>
              <th>From</th>
              {['Created', 'Succeeded', 'Failed', 'Retried', 'Wait p50', 'Wait p95', 'Run p50', 'Run p95'].map(
                (title) => (
                  <th key={title} class="number">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {series.buckets.toReversed().map((bucket) => (
              <tr key={bucket.start}>
                <td>
                  <Instant at={bucket.start} as="time" />
                </td>
                {[bucket.created, bucket.succeeded, bucket.failed, bucket.retried].map((count, index) => (
                  <td key={index} class="number">
                    {count}
                  </td>
                ))}
                {[bucket.wait_p50_ms, bucket.wait_p95_ms, bucket.run_p50_ms, bucket.run_p95_ms].map((ms, index) => (
                  <td key={index} class="number">
                    {ms === null ? '–' : durationText(ms)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
