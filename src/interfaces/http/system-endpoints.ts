import type { JobTypes } from '../../application/ports/job-types.js';
import type { CheckHealth } from '../../application/queries/check-health.js';
import { FEED_PAGE, JOBS_PAGE } from '../../application/queries/page-limits.js';
import { EVENT_TYPES, JOB_STATUSES } from '../../domain/job-status.js';
import type { ApiSettings } from './api-settings.js';
import { type Endpoint, sendFresh } from './endpoint.js';
import { RETRY_LATER } from './problem.js';
import { contextOf } from './request-context.js';

export function healthEndpoint(checkHealth: CheckHealth): Endpoint {
  return {
    path: '/health/',
    async GET(request, response) {
      response.set('Cache-Control', 'no-store');
      const health = await checkHealth.execute();
      if (health.ok) {
        response.json({ ok: true, database: 'ok' });
        return;
      }
      contextOf(request).logger.error('Health check failed', { error: health.cause });
      const detail = 'The database does not answer.';
      response.status(503).set(RETRY_LATER).json({ ok: false, database: 'error', detail });
    },
  };
}

/** What a client may want to know of this installation. Nothing of it is secret. */
export function configEndpoint(jobTypes: JobTypes, settings: ApiSettings): Endpoint {
  return {
    path: '/config/',
    GET(_request, response) {
      sendFresh(response, { ...configResource(settings), job_types: jobTypes.names() });
    },
  };
}

function configResource({ version, store, environment, timeZone, worker, maxBodyBytes }: ApiSettings) {
  return {
    version,
    store,
    environment,
    time_zone: timeZone,
    worker: {
      threads: worker.threads,
      poll_interval_ms: worker.pollIntervalMs,
      lease_seconds: worker.leaseSeconds,
      cleanup_interval_seconds: worker.cleanupIntervalSeconds,
      cleanup_batch_size: worker.cleanupBatchSize,
      backoff_base_seconds: worker.backoffBaseSeconds,
      backoff_max_seconds: worker.backoffMaxSeconds,
      max_attempts_default: worker.maxAttemptsDefault,
    },
    limits: {
      jobs_default: JOBS_PAGE.default,
      jobs_max: JOBS_PAGE.max,
      events_default: FEED_PAGE.default,
      events_max: FEED_PAGE.max,
      body_bytes: maxBodyBytes,
    },
    statuses: JOB_STATUSES,
    event_types: EVENT_TYPES,
  };
}
