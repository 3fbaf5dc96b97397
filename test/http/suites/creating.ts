import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { ApiHarness } from '../api-harness.js';
import type { Call } from '../http-client.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const BODY = JSON.stringify({ type: 'test.job' });

/** `POST /api/jobs/` */
export function describeCreating(api: () => ApiHarness): void {
  const post = (call: Call) => api().call('/api/jobs/', { method: 'POST', ...call });

  it('gives the job with its defaults, and where it is', async () => {
    const { status, headers, json } = await api().create({ type: 'test.job' });
    expect(status).to.equal(201);
    expect(headers.location).to.equal(`${api().url}/api/jobs/${json.id}/`);
    expect(json).to.deep.include({
      type: 'test.job',
      payload: {},
      status: 'queued',
      priority: 50,
      attempts: 0,
      max_attempts: 3,
      idempotency_key: null,
      locked_by: null,
      locked_until: null,
      last_error: '',
      result: null,
      finished_at: null,
    });
    expect(json.available_at).to.equal(json.created_at);
    expect((await api().call(`/api/jobs/${json.id}/`)).json).to.deep.equal(json);
  });

  it('keeps every field that is given', async () => {
    const fields = {
      type: 'x',
      payload: [1],
      priority: -32768,
      max_attempts: 2147483647,
      idempotency_key: 'all fields',
    };
    const { json } = await api().create({ ...fields, available_at: '2100-02-28T23:59:59.9999+23:59' });
    expect(json).to.deep.include({ ...fields, available_at: '2100-02-28T00:00:59.999Z' });
  });

  it('works without the slash at the end', async () => {
    expect((await api().call('/api/jobs', { method: 'POST', headers: JSON_TYPE, body: BODY })).status).to.equal(201);
  });

  const payloads: Array<[string, string]> = [
    ['an own __proto__', '{"__proto__":{"x":1},"constructor":1}'],
    ['scalars', '0'],
    ['false', 'false'],
    ['an empty text', '""'],
    ['unicode', '{"ключ":"😀 \\u2028 \\ud83d\\ude00 ￿"}'],
    ['numbers', '[0.1,1e308,-5e-324,9007199254740991]'],
    ['100 levels', `${'['.repeat(100)}${']'.repeat(100)}`],
  ];
  for (const [name, payload] of payloads) {
    it(`gives back an equal payload: ${name}`, async () => {
      const { json } = await post({ headers: JSON_TYPE, body: `{"type":"p","payload":${payload}}` });
      const again = await api().call(`/api/jobs/${json.id}/`);
      expect(JSON.stringify(sorted(again.json.payload))).to.equal(JSON.stringify(sorted(JSON.parse(payload))));
      expect(({} as { x?: unknown }).x).to.equal(undefined);
    });
  }

  const good: Array<[string, object]> = [
    ['a type of 120 code points', { type: '😀'.repeat(120) }],
    ['a key of 255 code points', { type: 'x', idempotency_key: '😀'.repeat(255) }],
    ['a null key and time', { type: 'x', idempotency_key: null, available_at: null }],
    ['the earliest time', { type: 'x', available_at: '1970-01-01T00:00:00Z' }],
    ['the latest time', { type: 'x', available_at: '9999-12-31T23:59:59.999999Z' }],
    ['a type with a payload schema', { type: 'mail.send', payload: { to: 'a' } }],
  ];
  for (const [name, body] of good) {
    it(`accepts ${name}`, async () => expect((await api().create(body)).status).to.equal(201));
  }

  it('judges integers by value', async () => {
    const { json } = await post({ headers: JSON_TYPE, body: '{"type":"x","priority":1e3,"max_attempts":5.0}' });
    expect(json).to.include({ priority: 1000, max_attempts: 5 });
  });

  const bad: Array<[string, string, string[]]> = [
    ['no type', '{}', ['type']],
    ['an empty type', '{"type":""}', ['type']],
    ['a type of 121', JSON.stringify({ type: 'é'.repeat(121) }), ['type']],
    ['a type that is no text', '{"type":1}', ['type']],
    ['a null type', '{"type":null}', ['type']],
    ['NUL in the type', '{"type":"a\\u0000"}', ['type']],
    ['a lone surrogate in the type', '{"type":"\\ud83d"}', ['type']],
    ['a null payload', '{"type":"x","payload":null}', ['payload']],
    ['NUL in a payload text', '{"type":"x","payload":{"a":["x\\u0000"]}}', ['payload']],
    ['NUL in a payload key', '{"type":"x","payload":{"a\\u0000":1}}', ['payload']],
    ['a lone surrogate in a payload key', '{"type":"x","payload":{"\\udc00":1}}', ['payload']],
    ['a number that overflows', '{"type":"x","payload":[1e400]}', ['payload']],
    ['a payload of 101 levels', `{"type":"x","payload":${'['.repeat(101)}${']'.repeat(101)}}`, ['payload']],
    ['a payload of 100,000 levels', `{"type":"x","payload":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, ['payload']],
    ['a payload against its schema', '{"type":"mail.send","payload":{}}', ['payload']],
    ...['"50"', '1.5', 'true', 'null', '32768', '-32769', '[]', '1e400'].map((value): [string, string, string[]] => [
      `priority ${value}`,
      `{"type":"x","priority":${value}}`,
      ['priority'],
    ]),
    ...['"3"', '0', '-1', '2147483648', '1.5', 'false', 'null', '{}'].map((value): [string, string, string[]] => [
      `max_attempts ${value}`,
      `{"type":"x","max_attempts":${value}}`,
      ['max_attempts'],
    ]),
    ...[
      '"2024-02-30T00:00:00Z"',
      '"2024-01-01T00:00:60Z"',
      '"2024-01-01T24:00:00Z"',
      '"2024-01-01T00:00:00"',
      '"2024-01-01"',
      '"1969-12-31T23:59:59Z"',
      '"9999-12-31T23:59:59-00:01"',
      '""',
      '1700000000',
      'true',
    ].map((value): [string, string, string[]] => [
      `available_at ${value}`,
      `{"type":"x","available_at":${value}}`,
      ['available_at'],
    ]),
    ['an empty key', '{"type":"x","idempotency_key":""}', ['idempotency_key']],
    ['a key of 256', JSON.stringify({ type: 'x', idempotency_key: 'k'.repeat(256) }), ['idempotency_key']],
    ['a key that is no text', '{"type":"x","idempotency_key":7}', ['idempotency_key']],
    ['NUL in the key', '{"type":"x","idempotency_key":"\\u0000"}', ['idempotency_key']],
    ['unknown fields', '{"type":"x","prio":1,"constructor":2,"__proto__":3}', ['prio', 'constructor', '__proto__']],
    ['several faults', '{"priority":"a","max_attempts":0}', ['type', 'priority', 'max_attempts']],
    ['null', 'null', ['body']],
    ['an array', '[]', ['body']],
    ['a text', '"x"', ['body']],
    ['a deep array', `${'['.repeat(1e5)}${']'.repeat(1e5)}`, ['body']],
    ['half an object', '{"type":', ['body']],
    ['a byte order mark', '\ufeff{"type":"x"}', ['body']],
    ['single quotes', "{'type':'x'}", ['body']],
  ];
  for (const [name, body, fields] of bad) {
    it(`refuses ${name}, naming ${fields.join(', ')}`, async () => {
      const { status, json } = await post({ headers: JSON_TYPE, body });
      expect(status).to.equal(400);
      expect(Object.keys(json.errors)).to.have.members(fields);
    });
  }

  it('says what is allowed', async () => {
    const { json } = await api().create({ type: 'x', priority: 'high' });
    expect(json.errors).to.deep.equal({ priority: ['must be an integer from -32768 to 32767'] });
  });

  it('refuses what is not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const { status, json } = await post({ headers: JSON_TYPE, body });
    expect([status, Object.keys(json.errors)]).to.deep.equal([400, ['body']]);
  });

  describe('media types and codings', () => {
    const accepted = [
      'application/json',
      'Application/JSON; charset=UTF-8',
      'application/json;charset="utf-8"',
      'application/json; a=b',
    ];
    for (const type of accepted) {
      it(`reads ${type}`, async () =>
        expect((await post({ headers: { 'Content-Type': type }, body: BODY })).status).to.equal(201));
    }
    const refused = [
      'text/plain',
      'application/json; charset=latin1',
      'application/jsonp',
      'application/problem+json',
      'json',
      '',
    ];
    for (const type of refused) {
      it(`answers 415 to "${type}"`, async () => {
        expect((await post({ headers: { 'Content-Type': type }, body: 'x' })).status).to.equal(415);
      });
    }
    it('answers 415 without a type, and 400 without a body', async () => {
      expect((await post({ body: BODY })).status).to.equal(415);
      expect((await post({})).status).to.equal(400);
      expect((await post({ headers: { 'Content-Type': 'text/plain' } })).status).to.equal(400);
      const chunked = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };
      expect((await post({ headers: chunked, body: '' })).status).to.equal(400);
    });
    const codings = {
      gzip: gzipSync(BODY),
      deflate: deflateSync(BODY),
      br: brotliCompressSync(BODY),
      GZIP: gzipSync(BODY),
      identity: BODY,
    };
    for (const [coding, body] of Object.entries(codings)) {
      it(`reads ${coding}`, async () => {
        expect((await post({ headers: { ...JSON_TYPE, 'Content-Encoding': coding }, body })).status).to.equal(201);
      });
    }
    for (const coding of ['foo', 'zstd', 'gzip, gzip', 'constructor']) {
      it(`answers 415 to the coding ${coding}`, async () => {
        const answer = await post({ headers: { ...JSON_TYPE, 'Content-Encoding': coding }, body: BODY });
        expect(answer.status).to.equal(415);
        expect(answer.headers['accept-encoding']).to.contain('gzip');
      });
    }
    it('answers 400 to data that do not decompress', async () => {
      for (const body of [BODY, gzipSync(BODY).subarray(0, 12)]) {
        expect((await post({ headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, body })).status).to.equal(400);
      }
    });
  });

  describe('size', () => {
    const sized = (bytes: number) => `{"type":"x","payload":"${'a'.repeat(bytes - 25)}"}`;
    it('reads a body of just the limit', async () => {
      const body = sized(1_048_576);
      expect(Buffer.byteLength(body)).to.equal(1_048_576);
      expect((await post({ headers: JSON_TYPE, body })).status).to.equal(201);
    });
    const over: Array<[string, Call]> = [
      ['by its length', { headers: JSON_TYPE, body: sized(1_048_577) }],
      ['in chunks', { headers: { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }, body: sized(1_048_577) }],
      [
        'once inflated',
        { headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50_000_000)) },
      ],
      [
        'once inflated, br',
        { headers: { ...JSON_TYPE, 'Content-Encoding': 'br' }, body: brotliCompressSync(Buffer.alloc(50_000_000)) },
      ],
    ];
    for (const [name, call] of over) {
      it(`answers 413 above it and closes: ${name}`, async () => {
        const { status, headers } = await post(call);
        expect([status, headers.connection]).to.deep.equal([413, 'close']);
      });
    }
  });

  describe('idempotency', () => {
    it('gives the first job again, whatever the second body says', async () => {
      const first = await api().create({ type: 'first', idempotency_key: 'same' });
      const second = await api().create({ type: 'second', payload: [2], idempotency_key: 'same' });
      expect(second.status).to.equal(200);
      expect(second.headers['idempotent-replayed']).to.equal('true');
      expect(second.json).to.deep.equal(first.json);
      expect(first.headers).not.to.have.property('idempotent-replayed');
    });

    it('validates before it looks the key up', async () => {
      await api().create({ type: 'x', idempotency_key: 'valid first' });
      expect((await api().create({ type: '', idempotency_key: 'valid first' })).status).to.equal(400);
    });

    it('makes one job of 50 parallel creates', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => api().create({ type: 'race', idempotency_key: 'race' })),
      );
      expect(answers.filter(({ status }) => status === 201)).to.have.lengthOf(1);
      expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(49);
      expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
      const events = await api().call(`/api/jobs/${answers[0]?.json.id}/events/`);
      expect(events.json).to.have.lengthOf(1);
      expect((await api().call('/api/jobs/?type=race')).json.count).to.equal(1);
    });

    it('takes the key from the header too, as UTF-8', async () => {
      const key = Buffer.from('schlüssel').toString('latin1');
      const { json } = await api().create({ type: 'x' }, { 'Idempotency-Key': key });
      expect(json.idempotency_key).to.equal('schlüssel');
      const replay = await api().create({ type: 'x', idempotency_key: 'schlüssel' }, { 'Idempotency-Key': key });
      expect(replay.status).to.equal(200);
      expect((await api().create({ type: 'x', idempotency_key: null }, { 'Idempotency-Key': key })).status).to.equal(
        200,
      );
    });

    const badHeaders: Array<[string, string | string[], object]> = [
      ['another key in the body', 'a', { idempotency_key: 'b' }],
      ['an empty header', '', {}],
      ['a header of 256', 'k'.repeat(256), {}],
      ['a header that is not UTF-8', '\xff', {}],
      ['two headers', ['a', 'b'], {}],
    ];
    for (const [name, header, fields] of badHeaders) {
      it(`refuses ${name}`, async () => {
        const body = JSON.stringify({ type: 'x', ...fields });
        const { status, json } = await post({ headers: { ...JSON_TYPE, 'Idempotency-Key': header }, body });
        expect([status, Object.keys(json.errors)]).to.deep.equal([400, ['idempotency_key']]);
      });
    }
  });
}

/** Stores need not keep the order of keys. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
