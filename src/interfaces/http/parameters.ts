import { JOB_ORDERINGS, type JobOrdering } from '../../application/ports/job-queries.js';
import { TIME_WINDOWS, type TimeWindow } from '../../application/queries/get-time-series.js';
import { FEED_PAGE, JOBS_PAGE, MAX_CAPPED_COUNT, type PageLimits } from '../../application/queries/page-limits.js';
import { EVENT_TYPES, type EventType, JOB_STATUSES, type JobStatus } from '../../domain/job-status.js';
import { instantParameter, integerParameter, textParameter } from './query-parameters.js';
import { UUID_PREFIX } from './uuid.js';

function limitOf({ default: usual, max }: PageLimits) {
  return integerParameter(
    'limit',
    { minimum: 1, most: max },
    `Size of the page, ${usual} if left out. More than ${max} counts as ${max}.`,
  );
}

export const JOBS_LIMIT = limitOf(JOBS_PAGE);
export const FEED_LIMIT = limitOf(FEED_PAGE);

export const OFFSET = integerParameter(
  'offset',
  { minimum: 0, most: Number.MAX_SAFE_INTEGER },
  'How many jobs to pass over. A page past the end is empty.',
);

export const STATUS = textParameter<JobStatus>(
  'status',
  { type: 'string', enum: JOB_STATUSES },
  'Only jobs in this status.',
);

export const TYPE_PART = textParameter(
  'type',
  { type: 'string', pattern: '^[^\\u0000]*$' },
  'Only jobs whose type contains this text, taken literally; ASCII letters match in either case. Empty: all.',
  true,
);

/** Text that a filter takes literally. */
const FILTER_TEXT = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\u0000]*$' } as const;

export const ID_PREFIX = textParameter(
  'id',
  { type: 'string', minLength: 1, maxLength: 36, pattern: UUID_PREFIX },
  'Only jobs whose id begins with this, in either case.',
);

export const CREATED_FROM = instantParameter('created_from', 'Only jobs created at this time or later.');
export const CREATED_TO = instantParameter('created_to', 'Only jobs created before this time.');

export const LOCKED_BY = textParameter(
  'worker',
  FILTER_TEXT,
  'Only jobs whose `locked_by` begins with this: running ones.',
);

export const ERROR_PART = textParameter(
  'error',
  FILTER_TEXT,
  'Only jobs whose `last_error` contains this text, taken literally; ASCII letters match in either case. May take too long: 503.',
);

export const IDEMPOTENCY_KEY = textParameter('idempotency_key', FILTER_TEXT, 'Only the job with this key.');

export const ORDERING = textParameter<JobOrdering>(
  'ordering',
  { type: 'string', enum: JOB_ORDERINGS },
  'Newest first if left out. `-finished_at`: unfinished jobs last. `claim`, only with `status=queued`: as they will be claimed, jobs out of attempts last.',
);

export const FIELDS = textParameter<'all' | 'summary'>(
  'fields',
  { type: 'string', enum: ['all', 'summary'] },
  '`summary`: without `payload` and `result`.',
);

export const COUNT = textParameter<'exact' | 'capped'>(
  'count',
  { type: 'string', enum: ['exact', 'capped'] },
  `How to count the jobs that match: \`exact\` if left out; \`capped\` ends at ${MAX_CAPPED_COUNT}, and so costs little in a long list.`,
);

export const WINDOW = textParameter<TimeWindow>(
  'window',
  { type: 'string', enum: Object.keys(TIME_WINDOWS) },
  'How far back, in buckets of 15 seconds, 1 minute, 30 minutes or 3 hours. `1h` if left out.',
);

export const EVENT_TYPE = textParameter<EventType>(
  'type',
  { type: 'string', enum: EVENT_TYPES },
  'Only events of this type.',
);

export const JOB_ID = textParameter('job_id', { type: 'string', format: 'uuid' }, 'Only events of this job.');

export const CURSOR = textParameter(
  'cursor',
  { type: 'string', minLength: 1 },
  'A place in the feed, from the links of another page. Good only with the filters it was made for.',
);

export const WORKER_PREFIX = textParameter(
  'worker',
  FILTER_TEXT,
  'Only events whose `worker_id` begins with this. May take too long: 503.',
);

export const SINCE_ID = integerParameter(
  'since_id',
  { minimum: 0, most: Number.MAX_SAFE_INTEGER },
  'Only events with a greater id, the newest of them; not together with `cursor`. An id is given before its transaction ' +
    'commits, so an event with a lower id can still appear: whoever follows the feed asks again from a few hundred ids ' +
    'below the greatest one seen, and merges by id.',
);

export const AFTER_ID = integerParameter(
  'after_id',
  { minimum: 0, most: Number.MAX_SAFE_INTEGER },
  'Only events with a greater id.',
);
