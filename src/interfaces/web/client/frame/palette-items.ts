import { JOB_STATUSES } from '../api/types.js';
import { isUuid } from '../url/events-url.js';
import { FIRST_VIEW, type JobFilter } from '../url/job-filter.js';
import { jobsSearch } from '../url/jobs-url.js';

export interface PaletteItem {
  readonly text: string;
  /** What kind of thing it is. */
  readonly hint: string;
  readonly href: string;
}

const PAGES: readonly PaletteItem[] = [
  { text: 'Overview', hint: 'page', href: '/' },
  { text: 'Jobs', hint: 'page', href: '/jobs' },
  ...JOB_STATUSES.map((status) => ({ text: `Jobs: ${status}`, hint: 'list', href: `/jobs?status=${status}` })),
  { text: 'Events', hint: 'page', href: '/events' },
  { text: 'Workers', hint: 'page', href: '/workers' },
  { text: 'New job', hint: 'page', href: '/jobs/new' },
];

const MOST_TYPES = 8;

/** Where a text may lead: an id to its job, anything else to pages, types and a search by type. */
export function paletteItems(typed: string, types: readonly string[]): readonly PaletteItem[] {
  const text = typed.trim();
  if (isUuid(text)) {
    const id = text.toLowerCase();
    return [
      { text: id, hint: 'job', href: `/jobs/${id}` },
      { text: `Events of ${id.slice(-8)}`, hint: 'events', href: `/events?job_id=${id}` },
    ];
  }
  const low = text.toLowerCase();
  const has = (name: string) => name.toLowerCase().includes(low);
  const pages = PAGES.filter((page) => has(page.text));
  const known = types.filter(has).slice(0, MOST_TYPES);
  const search = (filter: Omit<JobFilter, 'payload'>) =>
    `/jobs${jobsSearch({ ...FIRST_VIEW, filter: { ...filter, payload: [] } })}`;
  return [
    ...pages,
    ...known.map((type) => ({ text: type, hint: 'type', href: search({ type }) })),
    ...(/^[0-9a-f-]{4,36}$/.test(low)
      ? [{ text: `Id begins with ${low}`, hint: 'search', href: search({ id: low }) }]
      : []),
    ...(text === '' ? [] : [{ text: `Type contains “${text}”`, hint: 'search', href: search({ type: text }) }]),
  ];
}
