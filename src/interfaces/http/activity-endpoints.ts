import { WORKER_WINDOW_MS } from '../../application/ports/queue-activity.js';
import type { GetTimeSeries } from '../../application/queries/get-time-series.js';
import type { ListJobTypes } from '../../application/queries/list-job-types.js';
import type { ListWorkers } from '../../application/queries/list-workers.js';
import { bucketResource, jobTypeResource, workerResource } from './activity-resource.js';
import { type Endpoint, sendFresh } from './endpoint.js';
import type { Presentation } from './job-endpoints.js';
import { WINDOW } from './parameters.js';
import { readQuery } from './query-parameters.js';

/** How the queue did over time. */
export function timeSeriesEndpoint(getTimeSeries: GetTimeSeries, { time }: Presentation): Endpoint {
  return {
    path: '/jobs/stats/timeseries/',
    async GET(_request, response, query) {
      const window = readQuery(query, [WINDOW]).get(WINDOW) ?? '1h';
      const { bucketMs, buckets } = await getTimeSeries.execute(window);
      const from = buckets[0]?.start ?? 0;
      const to = (buckets.at(-1)?.start ?? 0) + bucketMs;
      sendFresh(response, {
        window,
        bucket_seconds: bucketMs / 1000,
        from: time(from),
        to: time(to),
        buckets: buckets.map((bucket) => bucketResource(bucket, time)),
      });
    },
  };
}

/** Who works, as far as leases and events tell. */
export function workersEndpoint(listWorkers: ListWorkers, { time }: Presentation): Endpoint {
  return {
    path: '/workers/',
    async GET(_request, response) {
      const results = (await listWorkers.execute()).map((worker) => workerResource(worker, time));
      sendFresh(response, { window_seconds: WORKER_WINDOW_MS / 1000, results });
    },
  };
}

/** What there is to run. */
export function jobTypesEndpoint(listJobTypes: ListJobTypes): Endpoint {
  return {
    path: '/job-types/',
    async GET(_request, response) {
      sendFresh(response, { results: (await listJobTypes.execute()).map(jobTypeResource) });
    },
  };
}
