import { TIME_WINDOWS } from '../../application/queries/get-time-series.js';
import { BULK_RETRY_LIMIT } from '../../application/retry-failed-jobs.js';
import { EVENT_TYPES } from '../../domain/job-status.js';
import {
  arrayOf,
  count,
  exactly,
  instant,
  instantOrNull,
  integer,
  oneOf,
  text,
  textOrNull,
  uuid,
} from './json-schema.js';
import { CREATED_FROM, CREATED_TO, ERROR_PART, ID_PREFIX, IDEMPOTENCY_KEY, TYPE_PART } from './parameters.js';
import { MAX_PATH_KEYS, MAX_PAYLOAD_CONDITIONS } from './payload-filter.js';

const countOrNull = { type: ['integer', 'null'], minimum: 0 } as const;
const MAX_IDS = 1000;

/** What chooses failed jobs: the filters of the list, without those that a failed job cannot fulfil. */
const BulkRetryFilter = exactly(
  {
    type: { ...TYPE_PART.schema, description: TYPE_PART.description },
    id: { ...ID_PREFIX.schema, description: ID_PREFIX.description },
    ids: { type: 'array', items: uuid, maxItems: MAX_IDS, description: 'Only these jobs.' },
    created_from: { ...CREATED_FROM.schema, description: CREATED_FROM.description },
    created_to: { ...CREATED_TO.schema, description: CREATED_TO.description },
    error: { ...ERROR_PART.schema, description: ERROR_PART.description },
    idempotency_key: { ...IDEMPOTENCY_KEY.schema, description: IDEMPOTENCY_KEY.description },
    payload: {
      type: 'object',
      maxProperties: MAX_PAYLOAD_CONDITIONS,
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
      description: `Values by path: up to ${MAX_PATH_KEYS} keys with dots between them. Equal in type and value.`,
    },
  },
  [],
);

export const BulkRetry = exactly(
  {
    filter: { ...BulkRetryFilter, description: 'Which of the failed jobs; `{}`: all of them.' },
    dry_run: { type: 'boolean', default: false, description: 'Only count.' },
    limit: {
      ...integer,
      minimum: BULK_RETRY_LIMIT.min,
      maximum: BULK_RETRY_LIMIT.max,
      default: BULK_RETRY_LIMIT.default,
      description: 'Most jobs of this call, newest first.',
    },
  },
  ['filter'],
);

export const BulkRetryResult = exactly({
  matched: {
    ...count,
    description: 'Failed jobs that matched, before any was retried. Repeat the call until it is 0.',
  },
  retried: count,
  skipped: { ...count, description: 'No longer failed when their turn came.' },
});

const Bucket = exactly({
  start: instant,
  created: count,
  succeeded: count,
  failed: count,
  retried: { ...count, description: 'Back to the queue: after a failure, after a lost lease, or by hand.' },
  wait_p50_ms: { ...countOrNull, description: 'From available to claimed, of claims whose job was not queued since.' },
  wait_p95_ms: countOrNull,
  run_p50_ms: { ...countOrNull, description: 'From a claim to the end of its attempt, in the bucket of the end.' },
  run_p95_ms: countOrNull,
});

export const TimeSeries = exactly({
  window: oneOf(Object.keys(TIME_WINDOWS)),
  bucket_seconds: count,
  from: { ...instant, description: 'The start of the first bucket.' },
  to: { ...instant, description: 'The end of the last bucket, which is still filling.' },
  buckets: arrayOf(Bucket),
});

const Worker = exactly({
  id: text,
  host: { ...textOrNull, description: 'This and the two below are null for an id of another form.' },
  pid: countOrNull,
  thread: countOrNull,
  job: { ...textOrNull, format: 'uuid', description: 'What it holds; null, like the three below, if nothing.' },
  type: textOrNull,
  attempt: countOrNull,
  locked_until: instantOrNull,
  overdue: { type: 'boolean', description: 'Its lease has ended.' },
  last_event_at: instantOrNull,
  last_event_type: { type: ['string', 'null'], enum: [...EVENT_TYPES, null] },
  succeeded: count,
  failed: count,
  retried: count,
});

export const Workers = exactly({
  window_seconds: { ...count, description: 'How far back events are looked at and counted.' },
  results: { ...arrayOf(Worker), description: 'Overdue first, then those at work, then the latest seen; at most 500.' },
});

export const JobTypes = exactly({
  results: arrayOf(
    exactly({
      type: text,
      registered: { type: 'boolean', description: 'This process has its handler.' },
      payload_schema: { description: 'A JSON Schema, or null.' },
      example: { description: 'A payload, or null.' },
    }),
  ),
});
