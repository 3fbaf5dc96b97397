import { type ServerResponse, STATUS_CODES } from 'node:http';
import {
  type ErrorCode,
  type FieldErrors,
  FilterTooSlowError,
  InvalidInputError,
  LeaseholdError,
} from '../../domain/errors.js';

/** How an error of the queue appears to a client. */
const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  job_not_found: 404,
  illegal_transition: 409,
  filter_too_slow: 503,
  store_unavailable: 503,
};

/** When the database is away. */
export const RETRY_LATER: Readonly<Record<string, string>> = { 'Retry-After': '5' };

/** An answer that says why a request was not carried out (RFC 9457). Thrown by whatever checks requests. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    /** For people; never holds a stack, SQL or a path of the server. */
    readonly detail: string,
    readonly extra: ProblemExtra = {},
  ) {
    super(detail);
  }
}

export interface ProblemExtra {
  readonly errors?: FieldErrors;
  readonly headers?: Readonly<Record<string, string>>;
  /** The rest of the request is not wanted: answer, then close the connection. */
  readonly closesConnection?: boolean;
}

/** A 400 that names one field. */
export function invalid(field: string, message: string): Problem {
  return invalidFields([[field, [message]]]);
}

/** `Object.fromEntries` keeps a field that is called `__proto__`. */
export function invalidFields(fields: Iterable<readonly [string, readonly string[]]>): Problem {
  return new Problem(400, 'The request is not valid; see `errors`.', { errors: Object.fromEntries(fields) });
}

/** The rest of such a body is not read: its connection ends. */
export function bodyTooLarge(maxBytes: number): Problem {
  return new Problem(413, `The body must not be larger than ${maxBytes} bytes.`, { closesConnection: true });
}

/** @returns undefined for what nobody threw on purpose */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidInputError) return invalidFields(Object.entries(error.fields));
  if (!(error instanceof LeaseholdError)) return undefined;
  const status = ERROR_STATUS[error.code];
  if (error instanceof FilterTooSlowError) return new Problem(status, `${error.message}.`, { errors: tooSlow(error) });
  return new Problem(status, `${error.message}.`, status === 503 ? { headers: RETRY_LATER } : {});
}

/** Without a Retry-After: the same would happen again. */
function tooSlow({ filters }: FilterTooSlowError): FieldErrors {
  return Object.fromEntries(filters.map((name) => [name, ['took too long; narrow the list by other filters']]));
}

export const UNEXPECTED = new Problem(
  500,
  'Something went wrong; the log has more under the X-Request-Id of this answer.',
);

/** The JSON text of a problem. */
export function problemBody({ status, detail, extra }: Problem): string {
  const title = STATUS_CODES[status] ?? 'Error';
  return JSON.stringify({ type: 'about:blank', title, status, detail, ...(extra.errors && { errors: extra.errors }) });
}

/** The headers of a problem. */
export function problemHeaders(problem: Problem, body: string): Record<string, string> {
  return {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...problem.extra.headers,
    ...(problem.extra.closesConnection === true && { Connection: 'close' }),
  };
}

/** Writes the whole answer. Does nothing but cut the connection if another answer has begun. */
export function sendProblem(response: ServerResponse, problem: Problem): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = problemBody(problem);
  response.writeHead(problem.status, problemHeaders(problem, body));
  if (problem.extra.closesConnection === true) endLingering(response, body);
  else response.end(body);
}

/** How long a client may go on sending what nobody wants. */
const LINGER_MS = 1000;

/**
 * Node destroys the socket of a closing answer at its end. With bytes of the request still unread, the system would
 * then reset the connection, and the client might never see the answer: so the answer is sent whole, and ended only
 * when the request has ended or the client had its time.
 */
function endLingering(response: ServerResponse, body: string): void {
  const { req: request } = response;
  if (request.complete || response.req.method === 'HEAD') {
    response.end(body);
    return;
  }
  response.write(body);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.once('end', end).once('close', end).resume();
}
