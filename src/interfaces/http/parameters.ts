import { FEED_PAGE, JOBS_PAGE, MAX_CAPPED_COUNT, type PageLimits } from '../../application/queries/page-limits.js';
import { EVENT_TYPES, type EventType, JOB_STATUSES, type JobStatus } from '../../domain/job-status.js';
import { integerParameter, textParameter } from './query-parameters.js';

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

export const COUNT = textParameter<'exact' | 'capped'>(
  'count',
  { type: 'string', enum: ['exact', 'capped'] },
  `How to count the jobs that match: \`exact\` if left out; \`capped\` ends at ${MAX_CAPPED_COUNT}, and so costs little in a long list.`,
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

export const AFTER_ID = integerParameter(
  'after_id',
  { minimum: 0, most: Number.MAX_SAFE_INTEGER },
  'Only events with a greater id.',
);
