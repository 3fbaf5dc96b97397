import type { Request } from 'express';
import type { JsonScalar, PayloadCondition } from '../../application/ports/job-queries.js';
import type { RetryFailedJobsInput } from '../../application/retry-failed-jobs.js';
import { findJsonProblem } from '../../domain/json.js';
import { readJsonObject } from './json-body.js';
import { onlyDefined } from './links.js';
import { isStorableScalar, PATH_RULE, parsePayloadPath, VALUE_RULE } from './payload-filter.js';
import { invalid, invalidFields } from './problem.js';
import { parseInstant } from './rfc3339.js';
import { SCHEMAS } from './schemas.js';
import { fieldRulesOf } from './validator.js';

const brokenRules = fieldRulesOf(SCHEMAS.BulkRetry);

/** The body of `POST /api/jobs/bulk-retry/` once it kept the rules of its schema. */
interface BulkRetryBody {
  readonly filter: {
    readonly type?: string;
    readonly id?: string;
    readonly ids?: readonly string[];
    readonly created_from?: string;
    readonly created_to?: string;
    readonly error?: string;
    readonly idempotency_key?: string;
    readonly payload?: Readonly<Record<string, JsonScalar>>;
  };
  readonly dry_run?: boolean;
  readonly limit?: number;
}

/** @throws Problem 400, 413 or 415 for a body that is not what `SCHEMAS.BulkRetry` asks for */
export async function readBulkRetry(request: Request, maxBytes: number): Promise<RetryFailedJobsInput> {
  const body = await readJsonObject(request, maxBytes);
  const broken = Object.entries(brokenRules(body));
  if (broken.length > 0) throw invalidFields(broken);
  const { filter, dry_run, limit } = body as unknown as BulkRetryBody;
  const payload = Object.entries(filter.payload ?? {}).map(payloadCondition);
  const problem = findJsonProblem(body);
  if (problem !== undefined) throw invalid(problem.path.slice(0, 2).join('.'), problem.message);
  return {
    filter: onlyDefined({
      type: filter.type,
      idPrefix: filter.id?.toLowerCase(),
      ids: filter.ids?.map((id) => id.toLowerCase()),
      createdFrom: instantOf(filter.created_from),
      createdTo: instantOf(filter.created_to),
      error: filter.error,
      idempotencyKey: filter.idempotency_key,
      payload,
    }),
    ...onlyDefined({ dryRun: dry_run, limit }),
  };
}

function payloadCondition([text, equals]: [string, JsonScalar]): PayloadCondition {
  const path = parsePayloadPath(text);
  if (path === undefined) throw invalid('filter.payload', PATH_RULE);
  if (!isStorableScalar(equals)) throw invalid('filter.payload', VALUE_RULE);
  return { path, equals };
}

function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text);
}
