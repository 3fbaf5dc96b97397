import type { ListJobsInput } from '../../application/queries/list-jobs.js';
import type { Query } from './endpoint.js';
import { onlyDefined } from './links.js';
import {
  COUNT,
  CREATED_FROM,
  CREATED_TO,
  ERROR_PART,
  FIELDS,
  ID_PREFIX,
  IDEMPOTENCY_KEY,
  JOBS_LIMIT,
  LOCKED_BY,
  OFFSET,
  ORDERING,
  STATUS,
  TYPE_PART,
} from './parameters.js';
import { readPayloadQuery } from './payload-filter.js';
import { readQuery } from './query-parameters.js';

/** The parameters of the list of jobs, but for those of payloads. */
export const JOB_LIST_PARAMETERS = [
  ...[JOBS_LIMIT, OFFSET, STATUS, TYPE_PART, ID_PREFIX, CREATED_FROM, CREATED_TO, LOCKED_BY, ERROR_PART],
  ...[IDEMPOTENCY_KEY, ORDERING, FIELDS, COUNT],
];

export interface JobListQuery {
  readonly input: ListJobsInput;
  /** Everything that was given, as it was given. */
  readonly texts: Readonly<Record<string, string>>;
}

/** @throws Problem 400 naming each parameter that is wrong */
export function readJobListQuery(query: Query): JobListQuery {
  const payload = readPayloadQuery(query);
  const values = readQuery(query, JOB_LIST_PARAMETERS, payload.errors);
  const filter = {
    status: values.get(STATUS),
    type: values.get(TYPE_PART),
    idPrefix: values.get(ID_PREFIX)?.toLowerCase(),
    createdFrom: values.get(CREATED_FROM),
    createdTo: values.get(CREATED_TO),
    worker: values.get(LOCKED_BY),
    error: values.get(ERROR_PART),
    idempotencyKey: values.get(IDEMPOTENCY_KEY),
  };
  const page = { limit: values.get(JOBS_LIMIT), offset: values.get(OFFSET), ordering: values.get(ORDERING) };
  const shape = { fields: values.get(FIELDS), count: values.get(COUNT) };
  const input = { ...onlyDefined({ ...filter, ...page, ...shape }), payload: payload.conditions };
  return { input, texts: { ...values.texts, ...payload.texts } };
}
