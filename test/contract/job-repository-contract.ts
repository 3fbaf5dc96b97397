import type { OpenHarness } from '../support/store-harness.js';
import { describeActivity } from './activity.js';
import { describeClaiming } from './claiming.js';
import { describeClaimingConcurrently } from './claiming-concurrently.js';
import { describeCleanup } from './cleanup.js';
import { describeFailingHalfWay } from './failing-half-way.js';
import { describeFencing } from './fencing.js';
import { describeFiltering } from './filtering.js';
import { describeListing } from './listing.js';
import { describeOrdering } from './ordering.js';
import { describeRetry } from './retry.js';
import { describeStoring } from './storing.js';
import { describeTransitions } from './transitions.js';

/** What every store must do, whole: the same suite for all of them. */
export function describeJobRepositoryContract(name: string, open: OpenHarness): void {
  describe(`job repository contract: ${name}`, () => {
    describeStoring(open);
    describeClaiming(open);
    describeClaimingConcurrently(open);
    describeTransitions(open);
    describeFencing(open);
    describeCleanup(open);
    describeRetry(open);
    describeListing(open);
    describeFiltering(open);
    describeOrdering(open);
    describeActivity(open);
    describeFailingHalfWay(open);
  });
}
