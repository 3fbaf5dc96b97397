import { BASE_URL } from '../boot.js';
import { noteServerDate } from '../state/server-clock.js';
import { ApiProblem } from './api-problem.js';

const TIMEOUT_MS = 15_000;

export interface Call {
  /** Sent as JSON, with POST. A string is JSON already. */
  readonly body?: object | string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** The address of a path such as `jobs/` below `/api/`. */
export function apiUrl(path: string): string {
  return new URL(`api/${path}`, BASE_URL).href;
}

/**
 * Calls the API.
 *
 * @returns the answer of a call that succeeded, its body undecoded
 * @throws ApiProblem
 */
export async function callApi(path: string, { body, method, headers, signal }: Call = {}): Promise<Answer> {
  const sentAt = Date.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(apiUrl(path), {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const receivedAt = Date.now();
    const dateAt = Date.parse(response.headers.get('Date') ?? '');
    if (Number.isFinite(dateAt)) noteServerDate({ sentAt, receivedAt, dateAt });
    const text = await response.text();
    if (!response.ok) throw problemOf(response.status, text);
    return { status: response.status, text, headers: response.headers };
  } catch (error) {
    if (error instanceof ApiProblem || signal?.aborted === true) throw error;
    throw new ApiProblem(
      undefined,
      timeout.aborted ? 'The server did not answer in time.' : 'The server cannot be reached.',
    );
  }
}

/** The same for an answer that is JSON. */
export async function readApi<T>(path: string, call: Call = {}): Promise<T> {
  return JSON.parse((await callApi(path, call)).text) as T;
}

function problemOf(status: number, text: string): ApiProblem {
  const { detail, errors } = parseProblem(text);
  return new ApiProblem(status, detail ?? REASONS[status] ?? `The server answered ${status}.`, errors);
}

/** For answers that do not come from the API itself, but from something in between. */
const REASONS: Readonly<Record<number, string>> = {
  401: 'You are not signed in, or no longer.',
  403: 'You may not do this.',
  429: 'Too many requests; wait a moment.',
  502: 'The server behind the proxy does not answer.',
  504: 'The server behind the proxy did not answer in time.',
};

function parseProblem(text: string): { detail?: string; errors?: Record<string, string[]> } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
