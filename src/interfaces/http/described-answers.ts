import { type JsonSchema, ref } from './json-schema.js';

export function header(description: string, schema: JsonSchema = { type: 'string' }) {
  return { description, schema };
}

/** An answer with a JSON body. */
export function json(description: string, schema: JsonSchema, headers = {}) {
  return { description, headers: { ...COMMON_HEADERS, ...headers }, content: { 'application/json': { schema } } };
}

/** Every answer has these. */
export const COMMON_HEADERS = { 'X-Request-Id': header('The id of the request, given or made; log lines carry it.') };
export const ETAG = { ETag: header('Send it back as If-None-Match: an unchanged answer is a 304.') };
export const RETRY_AFTER = { 'Retry-After': header('Seconds to wait.', { type: 'integer', minimum: 0 }) };
const PROBLEM_DESCRIPTIONS = {
  400: 'The request is not valid.',
  403: 'A browser sent the request for a page of another origin.',
  404: 'There is nothing at this path.',
  409: 'The status of the job does not allow it; nothing was changed.',
  413: 'The body is too large.',
  415: 'The media type or coding of the body is not known.',
  503:
    'The database is not available, and the call may be repeated (a create is safe to repeat with an idempotency key); ' +
    'or, with `errors`, the filters that it names took longer than two seconds.',
} as const;

/** Answers that say why there is no other, by status. */
export function problems(...statuses: ReadonlyArray<keyof typeof PROBLEM_DESCRIPTIONS>) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: PROBLEM_DESCRIPTIONS[status],
        headers: { ...COMMON_HEADERS, ...(status === 503 && RETRY_AFTER) },
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  );
}

export const NOT_MODIFIED = {
  304: { description: 'Nothing has changed since the ETag that was sent.', headers: COMMON_HEADERS },
};
