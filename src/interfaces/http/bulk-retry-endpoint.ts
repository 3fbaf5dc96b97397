import type { RetryFailedJobs } from '../../application/retry-failed-jobs.js';
import { readBulkRetry } from './bulk-retry-body.js';
import type { Endpoint } from './endpoint.js';

/** `/jobs/bulk-retry/`: the failed jobs that match, back to the queue. */
export function bulkRetryEndpoint(retryFailedJobs: RetryFailedJobs, maxBodyBytes: number): Endpoint {
  return {
    path: '/jobs/bulk-retry/',
    async POST(request, response) {
      const { matched, retried, skipped } = await retryFailedJobs.execute(await readBulkRetry(request, maxBodyBytes));
      response.set('Cache-Control', 'no-store').json({ matched, retried, skipped });
    },
  };
}
