/** What is known of (server's clock − ours), in milliseconds: it lies between the two. */
export interface SkewBounds {
  readonly least: number;
  readonly most: number;
}

/** One answer: when it was asked for and received by our clock, and its `Date` header, which is cut to the second. */
export interface ClockSample {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly dateAt: number;
}

/**
 * Narrows the bounds by a further answer: the server wrote its date, up to a second late, between our two instants. After
 * some answers little more than a round trip is left open. A sample that contradicts the rest means that a clock was set.
 */
export function narrowSkew(known: SkewBounds | null, { sentAt, receivedAt, dateAt }: ClockSample): SkewBounds {
  const fresh = { least: dateAt - receivedAt, most: dateAt + 1000 - sentAt };
  if (known === null) return fresh;
  const both = { least: Math.max(known.least, fresh.least), most: Math.min(known.most, fresh.most) };
  return both.least <= both.most ? both : fresh;
}

/** The likeliest skew in milliseconds; positive: the server is ahead. */
export function likelySkew(bounds: SkewBounds | null): number {
  return bounds === null ? 0 : Math.round((bounds.least + bounds.most) / 2);
}
