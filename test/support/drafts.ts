import { v7 } from 'uuid';
import type { NewJob } from '../../src/domain/new-job.js';

/** A valid new job; a test names only the fields that it is about. */
export function draft(fields: Partial<NewJob> = {}): NewJob {
  return {
    id: v7(),
    type: 'test.job',
    payload: {},
    priority: 50,
    availableAt: null,
    maxAttempts: 3,
    idempotencyKey: null,
    ...fields,
  };
}
