import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { ApiHarness } from '../api-harness.js';
import { sendInTurn, sendRaw, statusesIn } from '../http-client.js';

const JOB = JSON.stringify({ type: 'test.job' });
const CODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
const JSON_TYPE = 'Content-Type: application/json\r\n';
const NEXT = 'GET /api/jobs/?limit=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const TOO_MUCH = Buffer.alloc(3_000_000, 'x');
const REFUSED_AND_CLOSED = [413];

/** How a body travels: its framing header, and its bytes in that framing. */
const FRAMINGS: Readonly<Record<string, (body: Uint8Array) => Buffer>> = {
  'with its length': (body) => Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]),
  'in chunks': (body) =>
    Buffer.concat([
      Buffer.from('Transfer-Encoding: chunked\r\n\r\n'),
      ...chunksOf(body).flatMap((chunk) => [
        Buffer.from(`${chunk.length.toString(16)}\r\n`),
        chunk,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('0\r\n\r\n'),
    ]),
};

function chunksOf(body: Uint8Array): Uint8Array[] {
  const size = 65_536;
  return Array.from({ length: Math.ceil(body.length / size) }, (_, n) => body.subarray(n * size, (n + 1) * size));
}

/** What follows a request on its connection: the answer to the next one, or the end. */
export function describeBodies(api: () => ApiHarness): void {
  for (const [framing, frame] of Object.entries(FRAMINGS)) {
    const expectStatuses = async (requestLine: string, headers: string, body: Uint8Array, statuses: number[]) => {
      const head = Buffer.from(`${requestLine} HTTP/1.1\r\nHost: localhost\r\n${headers}`);
      const request = Buffer.concat([head, frame(body)]);
      expect(statusesIn(await sendRaw(api().port, request, NEXT)), 'pipelined').to.deep.equal(statuses);
      expect(statusesIn(await sendInTurn(api().port, request, NEXT)), 'in turn').to.deep.equal(statuses);
    };

    for (const [coding, compress] of Object.entries(CODINGS)) {
      const job = compress(JOB);
      const bodies: Array<[string, Uint8Array, number[]]> = [
        ['a job', job, [201, 200]],
        ['a byte behind the end of the stream', Buffer.concat([job, Buffer.from('x')]), [400, 200]],
        ['zeros behind the end of the stream', Buffer.concat([job, Buffer.alloc(100)]), [400, 200]],
        ['a stream that is cut short', job.subarray(0, -2), [400, 200]],
        ['no such stream', Buffer.from(JOB), [400, 200]],
        ['no JSON', compress('{'), [400, 200]],
        ['3 MB behind the end of the stream', Buffer.concat([job, TOO_MUCH]), REFUSED_AND_CLOSED],
        ['3 MB once inflated', compress(TOO_MUCH), REFUSED_AND_CLOSED],
      ];
      for (const [name, body, statuses] of bodies) {
        it(`${coding} ${framing}, ${name}: ${statuses.join(', then ')}`, () =>
          expectStatuses('POST /api/jobs/', `${JSON_TYPE}Content-Encoding: ${coding}\r\n`, body, statuses));
      }
    }

    const others: Array<[string, string, string, Uint8Array, number[]]> = [
      ['a job', 'POST /api/jobs/', JSON_TYPE, Buffer.from(JOB), [201, 200]],
      ['no JSON', 'POST /api/jobs/', JSON_TYPE, Buffer.from('{'), [400, 200]],
      ['more than the limit', 'POST /api/jobs/', JSON_TYPE, TOO_MUCH, REFUSED_AND_CLOSED],
      ['an unknown media type', 'POST /api/jobs/', 'Content-Type: text/plain\r\n', TOO_MUCH, [415, 200]],
      ['an unknown coding', 'POST /api/jobs/', `${JSON_TYPE}Content-Encoding: zip\r\n`, TOO_MUCH, [415, 200]],
      ['a foreign origin', 'POST /api/jobs/', 'Origin: https://evil.example\r\n', TOO_MUCH, [403, 200]],
      ['an unknown path', 'POST /api/nothing/', JSON_TYPE, TOO_MUCH, [404, 200]],
      ['an unknown method', 'PUT /api/jobs/', JSON_TYPE, TOO_MUCH, [405, 200]],
      ['a read', 'GET /api/jobs/', JSON_TYPE, TOO_MUCH, [200, 200]],
    ];
    for (const [name, requestLine, headers, body, statuses] of others) {
      it(`a body ${framing}, ${name}: ${statuses.join(', then ')}`, () =>
        expectStatuses(requestLine, headers, body, statuses));
    }
  }
}
