import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { CreateJob } from '../../application/create-job.js';
import type { JobTypes } from '../../application/ports/job-types.js';
import type { Logger } from '../../application/ports/logger.js';
import type { CheckHealth } from '../../application/queries/check-health.js';
import type { GetJob } from '../../application/queries/get-job.js';
import type { GetStats } from '../../application/queries/get-stats.js';
import type { GetTimeSeries } from '../../application/queries/get-time-series.js';
import type { ListEventFeed, ListEventsOfJob } from '../../application/queries/list-events.js';
import type { ListJobTypes } from '../../application/queries/list-job-types.js';
import type { ListJobs } from '../../application/queries/list-jobs.js';
import type { ListWorkers } from '../../application/queries/list-workers.js';
import type { RetryFailedJobs } from '../../application/retry-failed-jobs.js';
import type { RetryJob } from '../../application/retry-job.js';
import { jobTypesEndpoint, timeSeriesEndpoint, workersEndpoint } from './activity-endpoints.js';
import { allowedHosts } from './allowed-hosts.js';
import type { ApiSettings } from './api-settings.js';
import { bulkRetryEndpoint } from './bulk-retry-endpoint.js';
import { cors } from './cors.js';
import { docsEndpoints, schemaEndpoint } from './docs-endpoints.js';
import { type Endpoint, mountEndpoint } from './endpoint.js';
import { eventFeedEndpoint } from './event-feed-endpoint.js';
import {
  jobEndpoint,
  jobEventsEndpoint,
  jobsEndpoint,
  type Presentation,
  retryEndpoint,
  statsEndpoint,
} from './job-endpoints.js';
import { originRule } from './origin-rule.js';
import { Problem, sendProblem, toProblem, UNEXPECTED } from './problem.js';
import { publicAddress } from './public-address.js';
import { contextOf, openRequest } from './request-context.js';
import { configEndpoint, healthEndpoint } from './system-endpoints.js';
import { timeFormatIn } from './zoned-time.js';

/** Everything that the API calls. */
export interface ApiParts {
  readonly createJob: CreateJob;
  readonly retryJob: RetryJob;
  readonly retryFailedJobs: RetryFailedJobs;
  readonly getJob: GetJob;
  readonly listJobs: ListJobs;
  readonly listEventsOfJob: ListEventsOfJob;
  readonly listEventFeed: ListEventFeed;
  readonly getStats: GetStats;
  readonly getTimeSeries: GetTimeSeries;
  readonly listWorkers: ListWorkers;
  readonly listJobTypes: ListJobTypes;
  readonly checkHealth: CheckHealth;
  readonly jobTypes: JobTypes;
  readonly logger: Logger;
  readonly settings: ApiSettings;
}

/**
 * The HTTP API under `/api`. May be mounted in another Express application, under any path.
 *
 * @param page answers what lies outside `/api`
 */
export function createApp(parts: ApiParts, page?: RequestHandler): express.Express {
  const { logger, settings } = parts;
  const app = express();
  app.disable('x-powered-by').disable('query parser').enable('case sensitive routing');
  app.use(openRequest(logger), cors(settings), allowedHosts(settings, isHealthCheck), refuseUndecodablePath);
  app.use(answerForWholeServer);
  app.use('/api', apiRouter(parts));
  if (page !== undefined) app.use(page);
  app.use(refuseUnknownPath, answerErrors);
  return app;
}

function apiRouter(parts: ApiParts): express.Router {
  const router = express.Router({ caseSensitive: true });
  const checkOrigin = originRule(parts.settings);
  for (const endpoint of endpoints(parts)) mountEndpoint(router, endpoint, checkOrigin);
  router.use(refuseUnknownPath);
  return router;
}

/** In the order in which paths are compared: `/jobs/stats/` goes before `/jobs/:id/`. */
function endpoints(parts: ApiParts): readonly Endpoint[] {
  const { settings } = parts;
  const presentation: Presentation = { time: timeFormatIn(settings.timeZone), address: publicAddress(settings) };
  return [
    healthEndpoint(parts.checkHealth),
    configEndpoint(parts.jobTypes, settings),
    jobsEndpoint(parts.createJob, parts.listJobs, settings.maxBodyBytes, presentation),
    statsEndpoint(parts.getStats, presentation),
    timeSeriesEndpoint(parts.getTimeSeries, presentation),
    bulkRetryEndpoint(parts.retryFailedJobs, settings.maxBodyBytes),
    jobEndpoint(parts.getJob, presentation),
    jobEventsEndpoint(parts.listEventsOfJob, presentation),
    retryEndpoint(parts.retryJob, presentation),
    eventFeedEndpoint(parts.listEventFeed, presentation),
    workersEndpoint(parts.listWorkers, presentation),
    jobTypesEndpoint(parts.listJobTypes),
    schemaEndpoint(settings.version, presentation.address),
    ...docsEndpoints(presentation.address),
  ];
}

/** Probes come under addresses that nobody lists. */
function isHealthCheck(path: string): boolean {
  return path === '/api/health/' || path === '/api/health';
}

const refuseUndecodablePath: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(contextOf(request).path);
  } catch {
    throw notFound();
  }
  next();
};

const refuseUnknownPath: RequestHandler = () => {
  throw notFound();
};

function notFound(): Problem {
  return new Problem(404, 'There is nothing at this path.');
}

/** `OPTIONS *` asks about the server and not about a path. */
const answerForWholeServer: RequestHandler = (request, response, next) => {
  if (request.method !== 'OPTIONS' || contextOf(request).path !== '*') return next();
  response.status(204).set('Allow', 'GET, HEAD, POST, OPTIONS').end();
};

/** Express knows a handler of errors by its four parameters. */
const answerErrors: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  // The server has answered in the meantime, because what was still to come of the request was malformed.
  if (response.writableEnded) return;
  const problem = toProblem(error);
  const { logger } = contextOf(request);
  if (problem === undefined) logger.error('Request failed', { error });
  else if (problem.status >= 500) logger.warn('Request failed', { error });
  sendProblem(response, problem ?? UNEXPECTED);
};
