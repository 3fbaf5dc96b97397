import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** A request of which everything is chosen. `{n}` in the target stands for the id of the nth job of that store. */
export interface FuzzedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

const NASTY = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '-1',
    '007',
    '10abc',
    '1e3',
    '0x10',
    '1.5',
    '100',
    '101',
    '99999999999999999999',
    'NaN',
    'null',
  ],
  ...['true', '[]', '{}', '%', '%ZZ', '%00', '%C3%A9', '%ff', '%2e%2e', '..', '_', '\\', "'", '"', '<b>', '%EF%BC%85'],
  ...['queued', 'failed', 'FAILED', 'created', 'mail.send', '{0}', '{1}', '01900000-0000-7000-8000-000000000000'],
  ...['__proto__', 'constructor', 'a'.repeat(300), 'eyJpZCI6MX0', 'YjoxMA', 'a=b', 'a;b', 'x&limit=1'],
];
const nasty = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.webFragments(),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
);

const ROUTES = [
  ...['/', '/api', '/api/', '/api/jobs', '/api/jobs/', '/api/jobs/stats', '/api/jobs/stats/', '/api/job-events/'],
  ...['/api/jobs/{0}/', '/api/jobs/{1}', '/api/jobs/{2}/events/', '/api/jobs/{0}/events', '/api/jobs/{1}/retry/'],
  ...['/api/health/', '/api/config/', '/api/schema/', '/API/jobs/', '//api/jobs/', '/api//jobs/', '*'],
];
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ROUTES) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...ROUTES), nasty).map(([route, tail]) => `${route}${tail}`) },
  { weight: 1, arbitrary: nasty.map((id) => `/api/jobs/${id}/`) },
);

const PARAMETERS = ['limit', 'offset', 'status', 'type', 'cursor', 'job_id', 'after_id', 'limit[]', 'type[x]', 'other'];
const GOOD = ['limit=2', 'offset=1', 'status=queued', 'type=a', 'type=', 'after_id=2', 'job_id={0}', 'type=created'];
const pair = fc.oneof(
  fc.constantFrom(...GOOD),
  fc.tuple(fc.constantFrom(...PARAMETERS), nasty).map(([name, set]) => `${name}=${set}`),
);
const query = fc.array(pair, { maxLength: 3 }).map((pairs) => pairs.join('&'));

/** Only what may stand in a request line, so that it is the program that judges it and not the parser below. */
const target = fc.tuple(path, query).map(([where, what]) => {
  return (what === '' ? where : `${where}?${what}`).replace(/[^\x21-\x7e]/g, (char) => encodeURIComponent(char));
});

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'Content-Type': [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    'text/plain',
  ],
  'Content-Encoding': ['identity', 'gzip', 'br', 'foo', ''],
  'Idempotency-Key': ['k1', 'k2', '', 'x'.repeat(256), '\u00e9'],
  Origin: ['null', 'http://localhost', 'https://evil.example', 'nonsense'],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'none'],
  'X-Request-Id': ['mine', 'with space', 'x'.repeat(129)],
  'If-None-Match': ['*', '"x"', 'W/"x"'],
  Accept: ['text/html', '*/*', 'nonsense'],
  'X-Forwarded-Host': ['evil.example'],
  Expect: ['100-continue', 'tea'],
};
const someHeaders = fc
  .uniqueArray(fc.constantFrom(...Object.keys(HEADERS)), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(...names.map((name) => fc.constantFrom(...(HEADERS[name] ?? [])).map((value) => [name, value] as const))),
  );

const headers = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: someHeaders });

const value = fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue({ maxDepth: 3 }), fc.integer(), fc.double());
/** Mostly what is allowed, so that a body of several fields has a chance. */
const mostly = <T>(good: fc.Arbitrary<T>) => fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: value });
const job = fc.record(
  {
    type: mostly(fc.constantFrom('a.b', 'Ä', 'mail.send', 'x'.repeat(120))),
    payload: fc.jsonValue({ maxDepth: 3 }),
    priority: mostly(fc.integer({ min: -32_769, max: 32_768 })),
    available_at: mostly(fc.constantFrom('2030-01-01T00:00:00Z', '2001-02-03T04:05:06.789+03:30', null)),
    max_attempts: mostly(fc.integer({ min: 1, max: 2_147_483_647 })),
    idempotency_key: mostly(fc.constantFrom('k1', 'k3', null)),
  },
  { requiredKeys: [] },
);
const strange = fc.record({ unknown: value, type: value }, { requiredKeys: [] });
const text = fc.oneof(
  { weight: 7, arbitrary: job.map((fields) => JSON.stringify({ type: 'a.b', ...fields })) },
  { weight: 1, arbitrary: strange.map((fields) => JSON.stringify(fields)) },
  { weight: 2, arbitrary: fc.json() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '{',
      'null',
      '[]',
      '{"type":"a\\u0000b"}',
      '{"type":"\\ud800"}',
      '{"type":"a","payload":1e400}',
    ),
  },
);
const body = fc.oneof(
  { weight: 8, arbitrary: text.map((content) => Buffer.from(content)) },
  { weight: 1, arbitrary: text.map((content) => gzipSync(content)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
);

const posted = fc.record({
  method: fc.constant('POST'),
  target: fc.oneof({ weight: 3, arbitrary: fc.constant('/api/jobs/') }, target),
  headers: headers.map((some) => [['Content-Type', 'application/json'] as const, ...some]),
  body: fc.option(body, { nil: undefined, freq: 8 }),
});
const other = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST', 'TRACE'),
  target,
  headers,
  body: fc.option(body, { nil: undefined, freq: 3 }),
});

/** What a client might send: in the form of HTTP, and otherwise anything. */
export const requests: fc.Arbitrary<FuzzedRequest> = fc.oneof(posted, other);

/** A request as bytes, or what is left of it when some were lost, changed or put in. */
export const mangled: fc.Arbitrary<{ readonly request: FuzzedRequest; readonly wounds: readonly Wound[] }> = fc.record({
  request: requests,
  wounds: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat({ max: 8 }),
      insert: fc.uint8Array({ maxLength: 4 }),
      isEnd: fc.nat({ max: 7 }).map((one) => one === 0),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** Where in the request something was removed and put in; `isEnd`: and nothing after it was sent. */
export interface Wound {
  readonly at: number;
  readonly remove: number;
  readonly insert: Uint8Array;
  readonly isEnd: boolean;
}

/** @param idOf the id of the nth job */
export function toBytes(request: FuzzedRequest, idOf: (n: number) => string): Buffer {
  const { method, headers: some, body: content } = request;
  const where = request.target.replace(/\{(\d)\}/g, (_, n: string) => idOf(Number(n)));
  const lines = [`${method} ${where} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
  for (const [name, set] of some) lines.push(`${name}: ${set}`);
  if (content !== undefined) lines.push(`Content-Length: ${content.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content ?? Buffer.alloc(0)]);
}

export function wound(bytes: Buffer, wounds: readonly Wound[]): Buffer {
  return wounds.reduce((left, { at, remove, insert, isEnd }) => {
    const place = Math.floor(at * left.length);
    return Buffer.concat([left.subarray(0, place), insert, isEnd ? Buffer.alloc(0) : left.subarray(place + remove)]);
  }, bytes);
}
