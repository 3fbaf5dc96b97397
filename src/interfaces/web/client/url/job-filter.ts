import type { JobStatus } from '../api/types.js';

export const ORDERINGS = ['-created_at', 'created_at', '-finished_at', 'claim'] as const;
export type Ordering = (typeof ORDERINGS)[number];

/** One condition on the payload: the value as the API reads it, `5` the number and `"5"` the text. */
export interface PayloadCondition {
  readonly path: string;
  readonly value: string;
}

/** Which jobs the list shows. What is undefined does not filter. */
export interface JobFilter {
  readonly status?: JobStatus;
  readonly type?: string;
  /** Beginning of the id. */
  readonly id?: string;
  /** RFC 3339, inclusive. */
  readonly from?: string;
  /** RFC 3339, exclusive. */
  readonly to?: string;
  readonly worker?: string;
  readonly error?: string;
  readonly key?: string;
  readonly payload: readonly PayloadCondition[];
}

/** A view of the list: what is shown, in which order, and which page of it. */
export interface JobsView {
  readonly filter: JobFilter;
  /** undefined: the one that fits the status. */
  readonly order?: Ordering;
  readonly offset: number;
}

export const NO_FILTER: JobFilter = { payload: [] };
export const FIRST_VIEW: JobsView = { filter: NO_FILTER, offset: 0 };

/** Failed jobs newest failure first, queued ones as they will be claimed, others newest first. */
export function orderingOf({ filter, order }: JobsView): Ordering {
  if (order !== undefined && (order !== 'claim' || filter.status === 'queued')) return order;
  if (filter.status === 'failed') return '-finished_at';
  return filter.status === 'queued' ? 'claim' : '-created_at';
}

/** Whether anything but the status filters. */
export function isFiltered({ status: _, payload, ...rest }: JobFilter): boolean {
  return payload.length > 0 || Object.keys(rest).length > 0;
}
