import { memberOf, partsOf } from '../json/scan-json.js';
import type { EventPage, Job, JobEvent } from './types.js';

/** A job from its JSON, with payload and result kept as they are written. */
export function readJob(source: string): Job {
  const parts = new Map(partsOf(source).map(({ name, text }) => [name, text]));
  const [payload = 'null', result = 'null'] = [parts.get('payload'), parts.get('result')];
  return { ...(JSON.parse(source) as Job), payload, result, source };
}

/** The events of one job from their JSON. */
export function readEvents(source: string): readonly JobEvent[] {
  return partsOf(source).map(({ text }) => ({ ...(JSON.parse(text) as JobEvent), data: memberOf(text, 'data') }));
}

/** A page of the feed from its JSON. */
export function readEventPage(source: string): EventPage {
  const { next } = JSON.parse(source) as EventPage;
  return { next, results: readEvents(memberOf(source, 'results')) };
}
