import { type ClockSample, likelySkew, narrowSkew, type SkewBounds } from './clock-skew.js';
import { createStore } from './store.js';

export const skew = createStore<SkewBounds | null>(null);

export function noteServerDate(sample: ClockSample): void {
  skew.set(narrowSkew(skew.get(), sample));
}

/** Now, by the server's clock, which leases are measured by. */
export function serverNow(): number {
  return Date.now() + likelySkew(skew.get());
}
