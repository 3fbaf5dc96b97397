import type { JobFilter } from '../../application/ports/job-queries.js';
import type { Job } from '../../domain/job.js';
import { foldAscii } from './fold-ascii.js';
import { payloadMatches } from './payload-path.js';

/** Whether a job fulfils a filter, as the SQL stores see it. */
export function jobMatcher(filter: JobFilter): (job: Job) => boolean {
  const { status, idPrefix = '', createdFrom = 0, createdTo = Number.POSITIVE_INFINITY } = filter;
  const { worker, idempotencyKey, payload = [] } = filter;
  const ids = filter.ids === undefined ? undefined : new Set(filter.ids);
  const type = foldAscii(filter.type ?? '');
  const error = foldAscii(filter.error ?? '');
  return (job) =>
    (status === undefined || job.status === status) &&
    job.id.startsWith(idPrefix) &&
    (ids === undefined || ids.has(job.id)) &&
    job.createdAt >= createdFrom &&
    job.createdAt < createdTo &&
    (worker === undefined || job.lockedBy?.startsWith(worker) === true) &&
    (idempotencyKey === undefined || job.idempotencyKey === idempotencyKey) &&
    contains(job.type, type) &&
    contains(job.lastError, error) &&
    payload.every((condition) => payloadMatches(job.payload, condition));
}

/** @param part with its ASCII letters in lower case */
function contains(text: string, part: string): boolean {
  return part === '' || foldAscii(text).includes(part);
}
