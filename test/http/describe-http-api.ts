import type { OpenHarness } from '../support/store-harness.js';
import { type ApiHarness, openApi } from './api-harness.js';
import { describeActivity } from './suites/activity.js';
import { describeBodies } from './suites/bodies.js';
import { describeBulkRetrying } from './suites/bulk-retrying.js';
import { describeCreating } from './suites/creating.js';
import { describeFiltering } from './suites/filtering.js';
import { describeHistories } from './suites/histories.js';
import { describeListing } from './suites/listing.js';
import { describeReading } from './suites/reading.js';
import { describeRetrying } from './suites/retrying.js';

const SUITES = {
  'creating jobs': describeCreating,
  'bodies on a connection': describeBodies,
  'listing jobs': describeListing,
  'filtering jobs': describeFiltering,
  'reading histories': describeHistories,
  'retrying jobs': describeRetrying,
  'retrying many jobs': describeBulkRetrying,
  activity: describeActivity,
  'other reads': describeReading,
};

/** The whole REST API over one store. Each suite has a fresh one. */
export function describeHttpApi(name: string, openStore: OpenHarness): void {
  describe(`REST API on ${name}`, () => {
    for (const [title, describeSuite] of Object.entries(SUITES)) {
      describe(title, () => {
        let api: ApiHarness;
        before(async () => {
          api = await openApi(openStore);
        });
        after(() => api.close());
        describeSuite(() => api);
      });
    }
  });
}
