import type { CursorPosition, EventFilter } from '../../application/ports/job-queries.js';

/** `b` or `a` for the direction, and an event id; then come the filters of the list that the cursor belongs to. */
const CURSOR = /^([ba])\.([1-9]\d{0,15})\./;

/** An opaque place in the event feed, good only for the filters it was made for. */
export function encodeCursor(position: CursorPosition, { type, jobId, worker }: EventFilter): string {
  const place = 'before' in position ? `b.${position.before}` : `a.${position.after}`;
  const filters = `${type ?? ''}.${jobId ?? ''}${worker === undefined ? '' : `.${worker}`}`;
  return Buffer.from(`${place}.${filters}`, 'utf8').toString('base64url');
}

/** @returns the place, or undefined unless `cursor` is, to the letter, one that {@link encodeCursor} makes for `filter` */
export function decodeCursor(cursor: string, filter: EventFilter): CursorPosition | undefined {
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  const id = Number(match?.[2]);
  if (!Number.isSafeInteger(id)) return undefined;
  const position = match?.[1] === 'b' ? { before: id } : { after: id };
  // The decoder passes over letters that are not base64url, and filters must agree: making it anew checks both.
  return encodeCursor(position, filter) === cursor ? position : undefined;
}
