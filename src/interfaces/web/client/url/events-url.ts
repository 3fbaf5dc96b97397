import { EVENT_TYPES, type EventType } from '../api/types.js';

/** Which events the feed shows, and from where. */
export interface EventsView {
  readonly type?: EventType;
  readonly job_id?: string;
  /** Beginning of the worker's id. */
  readonly worker?: string;
  /** A place in the past; undefined: the newest, live. */
  readonly cursor?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const CHECKS: Readonly<Record<keyof EventsView, (value: string) => boolean>> = {
  type: (value) => (EVENT_TYPES as readonly string[]).includes(value),
  job_id: isUuid,
  worker: (value) => value !== '' && value.length <= 255,
  cursor: (value) => value !== '' && value.length <= 512,
};

/** Reads a query; what is malformed or unknown is left out and named. */
export function readEventsUrl(search: string): { view: EventsView; ignored: readonly string[] } {
  const params = new URLSearchParams(search);
  const names = [...new Set(params.keys())];
  const isGood = (name: string) =>
    Object.hasOwn(CHECKS, name) && CHECKS[name as keyof EventsView](params.get(name) ?? '');
  const view: EventsView = Object.fromEntries(names.filter(isGood).map((name) => [name, params.get(name) ?? '']));
  return { view, ignored: names.filter((name) => !isGood(name)) };
}

/** The query of a view, with `?` unless it is empty; the API has the same names. */
export function eventsSearch(view: EventsView): string {
  const search = new URLSearchParams();
  for (const name of ['type', 'job_id', 'worker', 'cursor'] as const) {
    const value = view[name];
    if (value !== undefined) search.set(name, value);
  }
  return search.size === 0 ? '' : `?${search}`;
}
