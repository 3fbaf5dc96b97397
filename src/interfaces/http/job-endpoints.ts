import type { CreateJob } from '../../application/create-job.js';
import type { GetJob } from '../../application/queries/get-job.js';
import type { GetStats } from '../../application/queries/get-stats.js';
import type { ListEventsOfJob } from '../../application/queries/list-events.js';
import type { ListJobs } from '../../application/queries/list-jobs.js';
import type { RetryJob } from '../../application/retry-job.js';
import { type Endpoint, idOf, sendFresh } from './endpoint.js';
import { readJobListQuery } from './job-list-query.js';
import { eventResource, jobResource, statsResource } from './job-resource.js';
import { linkTo, neighbourOffsets } from './links.js';
import { readNewJob } from './new-job-body.js';
import { AFTER_ID } from './parameters.js';
import type { PublicAddress } from './public-address.js';
import { readQuery } from './query-parameters.js';
import type { TimeFormat } from './zoned-time.js';

/** How answers are written. */
export interface Presentation {
  readonly time: TimeFormat;
  readonly address: PublicAddress;
}

const JOBS = '/api/jobs/';

/** The order of the parameters in links. */
const SIZE_AND_PLACE_FIRST = { limit: undefined, offset: undefined };

/** `/jobs/`: creating and listing. */
export function jobsEndpoint(
  createJob: CreateJob,
  listJobs: ListJobs,
  maxBodyBytes: number,
  { time, address }: Presentation,
): Endpoint {
  return {
    path: '/jobs/',
    async POST(request, response) {
      const { job, replayed } = await createJob.execute(await readNewJob(request, maxBodyBytes));
      response.status(replayed ? 200 : 201).set('Cache-Control', 'no-store');
      if (replayed) response.set('Idempotent-Replayed', 'true');
      else response.set('Location', linkTo(address(request), `${JOBS}${job.id}/`));
      response.json(jobResource(job, time));
    },
    async GET(request, response, query) {
      const { input, texts } = readJobListQuery(query);
      const { jobs, count, isCapped, limit, offset, atLeast } = await listJobs.execute(input);
      const at = (start: number | null) =>
        start === null
          ? null
          : linkTo(address(request), JOBS, { ...SIZE_AND_PLACE_FIRST, ...texts, limit, offset: start });
      const { next, previous } = neighbourOffsets(limit, offset, atLeast);
      const results = jobs.map((job) => jobResource(job, time));
      const counted = input.count === 'capped' ? { count, count_capped: isCapped } : { count };
      sendFresh(response, { ...counted, next: at(next), previous: at(previous), results });
    },
  };
}

export function statsEndpoint(getStats: GetStats, { time }: Presentation): Endpoint {
  return {
    path: '/jobs/stats/',
    async GET(_request, response) {
      const stats = await getStats.execute();
      if (stats.ageMs > 0) response.set('Age', String(Math.ceil(stats.ageMs / 1000)));
      sendFresh(response, statsResource(stats, time));
    },
  };
}

export function jobEndpoint(getJob: GetJob, { time }: Presentation): Endpoint {
  return {
    path: '/jobs/:id/',
    async GET(request, response) {
      sendFresh(response, jobResource(await getJob.execute(idOf(request)), time));
    },
  };
}

export function retryEndpoint(retryJob: RetryJob, { time }: Presentation): Endpoint {
  return {
    path: '/jobs/:id/retry/',
    async POST(request, response) {
      const job = await retryJob.execute(idOf(request));
      response.set('Cache-Control', 'no-store').json(jobResource(job, time));
    },
  };
}

/** The history of one job. */
export function jobEventsEndpoint(listEventsOfJob: ListEventsOfJob, { time, address }: Presentation): Endpoint {
  return {
    path: '/jobs/:id/events/',
    async GET(request, response, query) {
      const id = idOf(request);
      const { events, hasMore } = await listEventsOfJob.execute(id, readQuery(query, [AFTER_ID]).get(AFTER_ID));
      const last = events.at(-1);
      if (hasMore && last !== undefined) {
        const next = linkTo(address(request), `${JOBS}${id}/events/`, { after_id: last.id });
        response.set('Link', `<${next}>; rel="next"`);
      }
      sendFresh(
        response,
        events.map((event) => eventResource(event, time)),
      );
    },
  };
}
