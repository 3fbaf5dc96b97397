/** How many items a page has when the caller does not say, and at most. */
export interface PageLimits {
  readonly default: number;
  readonly max: number;
}

export const JOBS_PAGE: PageLimits = { default: 25, max: 100 };
export const FEED_PAGE: PageLimits = { default: 50, max: 200 };
/** Events of one job; more are read by `afterId`. */
export const JOB_EVENTS_PAGE: PageLimits = { default: 1000, max: 1000 };

/** How far a capped count goes. */
export const MAX_CAPPED_COUNT = 10_000;

/** The page size for what was asked: the default if nothing was, never above the maximum. */
export function pageSize(asked: number | undefined, limits: PageLimits): number {
  return Math.min(asked ?? limits.default, limits.max);
}
