import type { Request } from 'express';
import type { CreateJobInput } from '../../application/create-job.js';
import type { JsonObject, JsonValue } from '../../domain/json.js';
import { readJsonObject } from './json-body.js';
import { onlyDefined } from './links.js';
import { invalid, invalidFields } from './problem.js';
import { parseInstant } from './rfc3339.js';
import { SCHEMAS } from './schemas.js';
import { fieldRulesOf } from './validator.js';

const brokenRules = fieldRulesOf(SCHEMAS.NewJob);

/** The body of `POST /api/jobs/` once it kept the rules of its schema. */
interface NewJobBody {
  readonly type: string;
  readonly payload?: JsonValue;
  readonly priority?: number;
  readonly available_at?: string | null;
  readonly max_attempts?: number;
  readonly idempotency_key?: string | null;
}

/** @throws Problem 400, 413 or 415 for a body that is not what `SCHEMAS.NewJob` asks for */
export async function readNewJob(request: Request, maxBytes: number): Promise<CreateJobInput> {
  const body = withKeyOfHeader(await readJsonObject(request, maxBytes), keyOfHeader(request));
  const broken = Object.entries(brokenRules(body));
  if (broken.length > 0) throw invalidFields(broken);
  const { type, payload, priority, available_at, max_attempts, idempotency_key } = body as unknown as NewJobBody;
  const availableAt = typeof available_at === 'string' ? parseInstant(available_at) : available_at;
  return {
    type,
    ...onlyDefined({ payload, priority, availableAt, maxAttempts: max_attempts, idempotencyKey: idempotency_key }),
  };
}

/** The `Idempotency-Key` header says the same as the field, for clients that set it on every request. */
function withKeyOfHeader(body: JsonObject, key: string | undefined): JsonObject {
  const inBody = body.idempotency_key ?? null;
  if (key === undefined || inBody === key) return body;
  if (inBody !== null) throw invalid('idempotency_key', 'must equal the Idempotency-Key header or be left out');
  return { ...body, idempotency_key: key };
}

/** Headers arrive as Latin-1; the key is the UTF-8 text that the bytes stand for. */
function keyOfHeader(request: Request): string | undefined {
  const values = request.headersDistinct['idempotency-key'] ?? [];
  if (values.length > 1) throw invalid('idempotency_key', 'must be given in one Idempotency-Key header');
  const [value] = values;
  if (value === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    throw invalid('idempotency_key', 'must be UTF-8 in the Idempotency-Key header');
  }
}
