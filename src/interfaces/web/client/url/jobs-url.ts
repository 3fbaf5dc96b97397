import { JOB_STATUSES } from '../api/types.js';
import { type JobFilter, type JobsView, ORDERINGS, type PayloadCondition } from './job-filter.js';

/** A view read from an address, and what in it could not be read. */
export interface ReadView {
  readonly view: JobsView;
  /** Names of the parameters that were passed over. */
  readonly ignored: readonly string[];
}

const MAX_PAYLOAD_CONDITIONS = 5;
const MAX_TEXT = 255;
const PAYLOAD_PREFIX = 'payload.';
const ID_PREFIX = /^[0-9a-f-]{1,36}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

type Check = (value: string) => boolean;

const isText: Check = (value) => value !== '' && value.length <= MAX_TEXT && !value.includes('\0');
const isTime: Check = (value) => TIME.test(value) && Number.isFinite(Date.parse(value));
const isOneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value);

/** Each parameter of a view by its name in the address; `payload.…` and those of other views apart. */
const CHECKS: Readonly<Record<string, Check>> = {
  status: isOneOf(JOB_STATUSES),
  type: isText,
  id: (value) => ID_PREFIX.test(value),
  from: isTime,
  to: isTime,
  worker: isText,
  error: isText,
  key: isText,
  order: isOneOf(ORDERINGS),
  offset: (value) => /^\d{1,9}$/.test(value),
};

/** Reads a query. What is malformed, repeated or too much is left out and named, so that no address breaks the page. */
export function readJobsUrl(search: string): ReadView {
  const found = new Map<string, string>();
  const payload: PayloadCondition[] = [];
  const ignored = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (name.startsWith(PAYLOAD_PREFIX)) {
      const path = name.slice(PAYLOAD_PREFIX.length);
      const isNew = !payload.some((condition) => condition.path === path);
      if (isPath(path) && isNew && payload.length < MAX_PAYLOAD_CONDITIONS) payload.push({ path, value });
      else ignored.add(name);
    } else if (check === undefined || !check(value) || found.has(name)) ignored.add(name);
    else found.set(name, value);
  }
  const { order, offset = '0', ...filter } = Object.fromEntries(found);
  const view = { filter: { ...filter, payload }, ...(order !== undefined && { order }), offset: Number(offset) };
  // Every value has passed the check of its name.
  return { view: view as JobsView, ignored: [...ignored] };
}

function isPath(path: string): boolean {
  const keys = path.split('.');
  return keys.length <= 10 && keys.every((key) => key !== '');
}

/** The query of a view, with `?` unless it is empty. The same view always has the same one. */
export function jobsSearch({ filter, order, offset }: JobsView): string {
  const search = filterParams(filter, (name) => name);
  if (order !== undefined) search.set('order', order);
  if (offset > 0) search.set('offset', String(offset));
  return search.size === 0 ? '' : `?${search}`;
}

/** What the API calls those that it does not call as we do. */
const API_NAMES: Readonly<Record<string, string>> = { from: 'created_from', to: 'created_to', key: 'idempotency_key' };

/** The parameters by which the API filters. */
export function apiFilter(filter: JobFilter): URLSearchParams {
  return filterParams(filter, (name) => API_NAMES[name] ?? name);
}

const FILTER_NAMES = ['status', 'type', 'id', 'from', 'to', 'worker', 'error', 'key'] as const;

function filterParams(filter: JobFilter, nameOf: (name: string) => string): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const value = filter[name];
    if (value !== undefined) search.set(nameOf(name), value);
  }
  for (const { path, value } of filter.payload) search.set(PAYLOAD_PREFIX + path, value);
  return search;
}
