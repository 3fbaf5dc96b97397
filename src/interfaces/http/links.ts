/** The values of a link's query; those that are undefined are left out. */
export type LinkQuery = Readonly<Record<string, string | number | undefined>>;

/** An absolute link to `path` below `base`, its query encoded. */
export function linkTo(base: string, path: string, query: LinkQuery = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${base}${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** Where the neighbours of a page of `limit` items at `offset` begin; null where there is none. */
export function neighbourOffsets(
  limit: number,
  offset: number,
  count: number,
): { next: number | null; previous: number | null } {
  return {
    next: offset + limit < count ? offset + limit : null,
    // From beyond the end, one step back leads to items and not to another empty page.
    previous: offset > 0 ? Math.max(0, Math.min(offset, count) - limit) : null,
  };
}

/** `values` without those that are undefined, for the optional fields of a filter. */
export function onlyDefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
