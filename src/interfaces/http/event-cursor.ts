import type { EventFilter, FeedPosition } from '../../application/ports/job-queries.js';

/** `b` or `a` for the direction, an event id, and the filters of the list that the cursor belongs to. */
const CURSOR = /^([ba])\.([1-9]\d{0,15})\.([a-z_]*)\.([0-9a-f-]*)$/;

/** An opaque place in the event feed, good only for the filters it was made for. */
export function encodeCursor(position: FeedPosition, filter: EventFilter): string {
  const place = 'before' in position ? `b.${position.before}` : `a.${position.after}`;
  return Buffer.from(`${place}.${filter.type ?? ''}.${filter.jobId ?? ''}`, 'latin1').toString('base64url');
}

/** @returns the place, or undefined unless `cursor` is, to the letter, one that {@link encodeCursor} makes for `filter` */
export function decodeCursor(cursor: string, filter: EventFilter): FeedPosition | undefined {
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const id = Number(match?.[2]);
  if (!Number.isSafeInteger(id)) return undefined;
  const position = match?.[1] === 'b' ? { before: id } : { after: id };
  // The decoder passes over letters that are not base64url, and filters must agree: making it anew checks both.
  return encodeCursor(position, filter) === cursor ? position : undefined;
}
