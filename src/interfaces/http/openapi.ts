import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../../domain/new-job.js';
import { COMMON_HEADERS, ETAG, header, json, NOT_MODIFIED, problems, RETRY_AFTER } from './described-answers.js';
import { FEED_PARAMETERS } from './event-feed-endpoint.js';
import { JOB_LIST_PARAMETERS } from './job-list-query.js';
import { type JsonSchema, ref } from './json-schema.js';
import { AFTER_ID, WINDOW } from './parameters.js';
import { MAX_PATH_KEYS, MAX_PAYLOAD_CONDITIONS } from './payload-filter.js';
import type { Parameter } from './query-parameters.js';
import { SCHEMAS } from './schemas.js';

const REPLAYED = { 'Idempotent-Replayed': header('`true`: the job existed.', { const: 'true' }) };
const LOCATION = { Location: header('The address of the job.', { type: 'string', format: 'uri' }) };
const NEXT_LINK = { Link: header('`rel="next"` when there are more events.') };
const AGE = {
  Age: header('How many seconds ago the figures were counted, unless just now.', { type: 'integer', minimum: 1 }),
};

function inQuery({ name, description, schema, mayBeEmpty }: Parameter<string | number>) {
  return { name, in: 'query', description, schema, ...(mayBeEmpty && { allowEmptyValue: true }) };
}

/** A name with a variable part is more than OpenAPI can say. */
const PAYLOAD_FILTER = {
  name: 'payload.<path>',
  in: 'query',
  description:
    `Only jobs whose payload has this value at the path: up to ${MAX_PATH_KEYS} keys with dots between them, where digits ` +
    `are also the index of an array. Up to ${MAX_PAYLOAD_CONDITIONS} of them. A value that is a JSON number, \`true\`, ` +
    '`false`, `null` or a JSON string in quotes means that value, any other text itself; `5` is not `"5"`. A key with a ' +
    'dot in it cannot be named. May take too long: 503.',
  schema: { type: 'string' },
};

const JOB_PATH_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of a job.',
  schema: { type: 'string', format: 'uuid' },
};
const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same as the field `idempotency_key`; if both are given, they must be equal.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
};

/** A GET: all of them answer alike when nothing has changed, the query is wrong, or the database is away. */
function reads(
  tag: Tag,
  operationId: string,
  summary: string,
  schema: JsonSchema,
  options: { parameters?: object[]; headers?: object; missing?: true } = {},
) {
  const { parameters = [], headers = {}, missing } = options;
  return {
    operationId,
    tags: [tag],
    summary,
    parameters,
    responses: {
      200: json('As asked for.', schema, { ...ETAG, ...headers }),
      ...NOT_MODIFIED,
      ...problems(400, ...(missing ? [404 as const] : []), 503),
    },
  };
}

const jobsCreate = {
  operationId: 'jobs_create',
  tags: ['jobs'],
  summary: 'Put a job into the queue',
  parameters: [KEY_HEADER],
  requestBody: { required: true, content: { 'application/json': { schema: ref('NewJob') } } },
  responses: {
    201: json('The new job.', ref('Job'), LOCATION),
    200: json('The job that already has this key, unchanged.', ref('Job'), REPLAYED),
    ...problems(400, 403, 413, 415, 503),
  },
};

const jobsRetry = {
  operationId: 'jobs_retry',
  tags: ['jobs'],
  summary: 'Send a failed job back to the queue, with all its attempts',
  parameters: [JOB_PATH_ID],
  responses: { 200: json('The job, queued again.', ref('Job')), ...problems(400, 403, 404, 409, 503) },
};

const jobsBulkRetry = {
  operationId: 'jobs_bulk_retry',
  tags: ['jobs'],
  summary: 'Send the failed jobs that match back to the queue',
  requestBody: { required: true, content: { 'application/json': { schema: ref('BulkRetry') } } },
  responses: { 200: json('What was done.', ref('BulkRetryResult')), ...problems(400, 403, 413, 415, 503) },
};

const health = {
  operationId: 'health',
  tags: ['system'],
  summary: 'Whether the database answers',
  responses: {
    200: json('It does.', ref('Health')),
    503: json('It does not.', ref('HealthProblem'), RETRY_AFTER),
    ...problems(400),
  },
};

const docs = {
  operationId: 'docs',
  tags: ['system'],
  summary: 'This document as a page',
  responses: {
    200: {
      description: 'The page.',
      headers: COMMON_HEADERS,
      content: { 'text/html': { schema: { type: 'string' } } },
    },
    ...NOT_MODIFIED,
    ...problems(400),
  },
};

/** The headings of the page, in their order. */
const TAGS = [
  { name: 'jobs', description: 'Creating jobs, reading them, and retrying those that failed.' },
  { name: 'events', description: 'What happened to the jobs.' },
  { name: 'workers', description: 'Who runs the jobs.' },
  { name: 'system', description: 'The installation, and this document.' },
] as const;

type Tag = (typeof TAGS)[number]['name'];

/** Every call of the API, by path and method. */
const PATHS = {
  '/api/health/': { get: health },
  '/api/config/': { get: reads('system', 'config', 'How this installation is set up', ref('Config')) },
  '/api/jobs/': {
    get: reads('jobs', 'jobs_list', 'Jobs, newest first', ref('JobPage'), {
      parameters: [...JOB_LIST_PARAMETERS.map(inQuery), PAYLOAD_FILTER],
    }),
    post: jobsCreate,
  },
  '/api/jobs/stats/': {
    get: reads('jobs', 'jobs_stats', 'Figures of the whole queue', ref('JobStats'), { headers: AGE }),
  },
  '/api/jobs/stats/timeseries/': {
    get: reads('jobs', 'jobs_stats_timeseries', 'How the queue did over time', ref('TimeSeries'), {
      parameters: [inQuery(WINDOW)],
    }),
  },
  '/api/jobs/bulk-retry/': { post: jobsBulkRetry },
  '/api/jobs/{id}/': {
    get: reads('jobs', 'jobs_retrieve', 'One job', ref('Job'), { parameters: [JOB_PATH_ID], missing: true }),
  },
  '/api/jobs/{id}/events/': {
    get: reads(
      'events',
      'jobs_events_list',
      'The events of one job, oldest first',
      { type: 'array', items: ref('JobEvent') },
      {
        parameters: [JOB_PATH_ID, inQuery(AFTER_ID)],
        headers: NEXT_LINK,
        missing: true,
      },
    ),
  },
  '/api/jobs/{id}/retry/': { post: jobsRetry },
  '/api/job-events/': {
    get: reads('events', 'job_events_list', 'The events of all jobs, newest first', ref('JobEventPage'), {
      parameters: FEED_PARAMETERS.map(inQuery),
    }),
  },
  '/api/workers/': {
    get: reads('workers', 'workers_list', 'Who works, as far as leases and events tell', ref('Workers')),
  },
  '/api/job-types/': {
    get: reads('jobs', 'job_types_list', 'The types that are loaded or stored', ref('JobTypes')),
  },
  '/api/schema/': { get: reads('system', 'schema', 'This document', { type: 'object' }) },
  '/api/docs/': { get: docs },
};

/**
 * The OpenAPI 3.1 document of the API, made of the schemas that check its input.
 *
 * @param server URL or path that the paths of the document continue
 */
export function openApiDocument(version: string, server = '/') {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leasehold',
      version,
      description:
        'A job queue on the database you already have. Every path works with and without the slash at its end.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    tags: TAGS,
    paths: PATHS,
    components: { schemas: SCHEMAS },
  };
}
