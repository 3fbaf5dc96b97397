import { EVENT_TYPES, JOB_STATUSES } from '../../domain/job-status.js';
import { MAX_JSON_DEPTH } from '../../domain/json.js';
import {
  DEFAULT_PRIORITY,
  MAX_ATTEMPTS_RANGE,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_TYPE_LENGTH,
  PRIORITY_RANGE,
} from '../../domain/new-job.js';
import { BulkRetry, BulkRetryResult, JobTypes, TimeSeries, Workers } from './activity-schemas.js';
import {
  arrayOf,
  count,
  exactly,
  instant,
  instantOrNull,
  integer,
  number,
  oneOf,
  ref,
  text,
  textOrNull,
  uuid,
} from './json-schema.js';

const status = oneOf(JOB_STATUSES);
const eventType = oneOf(EVENT_TYPES);

const NewJob = exactly(
  {
    type: { ...text, minLength: 1, maxLength: MAX_TYPE_LENGTH, description: 'Names the handler that runs the job.' },
    payload: {
      type: ['object', 'array', 'string', 'number', 'boolean'],
      default: {},
      description: `Any JSON value but null, nested at most ${MAX_JSON_DEPTH} deep. Send integers beyond 2^53 as strings.`,
    },
    priority: {
      ...integer,
      minimum: PRIORITY_RANGE.min,
      maximum: PRIORITY_RANGE.max,
      default: DEFAULT_PRIORITY,
      description: 'Higher is claimed first.',
    },
    available_at: { ...instantOrNull, default: null, description: 'Not claimed before this time; null: at once.' },
    max_attempts: {
      ...integer,
      minimum: MAX_ATTEMPTS_RANGE.min,
      maximum: MAX_ATTEMPTS_RANGE.max,
      description: 'How often the job may be claimed; if left out, as the server is configured.',
    },
    idempotency_key: {
      ...textOrNull,
      minLength: 1,
      maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
      default: null,
      description: 'A second job with the same key is never made: the first one is given back.',
    },
  },
  ['type'],
);

const Job = exactly({
  id: uuid,
  type: text,
  payload: { description: 'Any JSON value but null.' },
  status,
  priority: integer,
  available_at: instant,
  attempts: { ...count, description: 'Claims since creation or the last manual retry, interrupted ones included.' },
  max_attempts: count,
  idempotency_key: textOrNull,
  locked_by: { ...textOrNull, description: 'The worker that runs the job.' },
  locked_until: { ...instantOrNull, description: 'The end of its lease.' },
  last_error: { ...text, description: 'Why the latest attempt did not succeed, or empty.' },
  result: { description: 'What the handler returned; null unless succeeded.' },
  created_at: instant,
  updated_at: instant,
  finished_at: instantOrNull,
});

const JobEvent = exactly({
  id: { ...integer, minimum: 1 },
  job: uuid,
  type: eventType,
  attempt: { ...count, description: '0 outside any attempt.' },
  worker_id: textOrNull,
  message: text,
  data: { type: 'object' },
  created_at: instant,
});

const link = { type: ['string', 'null'], format: 'uri' } as const;

/** A job of a list; a summary, with `fields=summary`, is without `payload` and `result`. */
const ListedJob = exactly(
  Job.properties,
  Job.required.filter((name) => name !== 'payload' && name !== 'result'),
);

const JobPage = exactly(
  {
    count,
    count_capped: { type: 'boolean', description: 'With `count=capped`: whether more jobs match than were counted.' },
    next: link,
    previous: link,
    results: arrayOf(ref('ListedJob')),
  },
  ['count', 'next', 'previous', 'results'],
);

const JobEventPage = exactly({
  next: { ...link, description: 'The page of older events.' },
  previous: { ...link, description: 'The page of newer events.' },
  results: arrayOf(ref('JobEvent')),
});

const JobStats = exactly({
  total: count,
  by_status: exactly(Object.fromEntries(JOB_STATUSES.map((name) => [name, count]))),
  overdue_running: { ...count, description: 'Running jobs whose lease has ended.' },
  retries_pending: { ...count, description: 'Queued jobs that were attempted before.' },
  oldest_queued_at: { ...instantOrNull, description: 'Earliest `available_at` of the jobs claimable now.' },
});

const Health = exactly({ ok: { const: true }, database: { const: 'ok' } });
const HealthProblem = exactly({ ok: { const: false }, database: { const: 'error' }, detail: text });

const Config = exactly({
  version: text,
  store: oneOf(['memory', 'sqlite', 'postgres']),
  environment: { ...text, description: 'How the operator calls this installation, or empty.' },
  time_zone: text,
  worker: exactly({
    threads: count,
    poll_interval_ms: number,
    lease_seconds: number,
    cleanup_interval_seconds: number,
    cleanup_batch_size: count,
    backoff_base_seconds: number,
    backoff_max_seconds: number,
    max_attempts_default: count,
  }),
  limits: exactly({
    jobs_default: count,
    jobs_max: count,
    events_default: count,
    events_max: count,
    body_bytes: count,
  }),
  statuses: arrayOf(status),
  event_types: arrayOf(eventType),
  job_types: arrayOf(text),
});

const Problem = exactly(
  {
    type: { type: 'string', format: 'uri-reference' },
    title: text,
    status: { ...integer, minimum: 400, maximum: 599 },
    detail: text,
    errors: {
      type: 'object',
      description: 'What is wrong with each field or parameter.',
      additionalProperties: { type: 'array', items: text, minItems: 1 },
    },
  },
  ['type', 'title', 'status', 'detail'],
);

/** Everything that has a name in the OpenAPI document. */
export const SCHEMAS = {
  NewJob,
  Job,
  ListedJob,
  JobPage,
  JobEvent,
  JobEventPage,
  JobStats,
  TimeSeries,
  BulkRetry,
  BulkRetryResult,
  Workers,
  JobTypes,
  Health,
  HealthProblem,
  Config,
  Problem,
} as const;
