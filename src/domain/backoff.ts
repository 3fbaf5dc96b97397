/** How long a failed attempt waits before the next one. */
export interface BackoffPolicy {
  /** Milliseconds after the first attempt, finite and ≥ 0. */
  readonly baseMs: number;
  /** Longest delay in milliseconds, finite and ≥ 0. */
  readonly maxMs: number;
  /** The share of the delay, 0 to 1, that chance may take away; 0 keeps the delay exact. */
  readonly jitter: number;
  /** A random number from 0 up to 1, asked for only when `jitter` is above 0. */
  sample(): number;
}

/** Beyond this exponent any base of a millisecond or more exceeds every limit; below it a double stays finite. */
const MAX_EXPONENT = 62;

/**
 * The delay after a failed attempt: `min(base × 2^(attempt − 1), max)`, less the jitter.
 *
 * @param attempt the number of the claimed attempt, from 1 up to 2^31 − 1
 * @returns whole milliseconds, finite and ≥ 0 for every attempt
 */
export function backoffDelayMs(attempt: number, policy: BackoffPolicy): number {
  const exponent = Math.min(Math.max(attempt - 1, 0), MAX_EXPONENT);
  const delayMs = Math.min(policy.baseMs * 2 ** exponent, policy.maxMs);
  const taken = policy.jitter > 0 ? delayMs * policy.jitter * policy.sample() : 0;
  return Math.round(delayMs - taken);
}
