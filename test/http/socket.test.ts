import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import sinon from 'sinon';
import { closeApiServer } from '../../src/interfaces/http/create-server.js';
import { type ApiHarness, openApi } from './api-harness.js';
import { expectProblem } from './documented-answers.js';
import { parseRaw, sendRaw, statusesIn } from './http-client.js';

const HOST = 'Host: localhost\r\n';
const TIMEOUTS = { headersMs: 200, requestMs: 400, keepAliveMs: 65_000 };

describe('REST API on the socket', () => {
  let api: ApiHarness;
  before(async () => {
    api = await openApi(undefined, { timeouts: TIMEOUTS });
  });
  after(() => api.close());

  const garbage: Array<[string, number, string | Uint8Array]> = [
    ['noise', 400, 'hello\r\n\r\n'],
    ['a TLS hello', 400, Buffer.from('16030100a5010000a10303', 'hex')],
    ['the preface of HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', 400, `FOO /api/jobs/ HTTP/1.1\r\n${HOST}\r\n`],
    ['an unknown version', 400, `GET / HTTP/9.9\r\n${HOST}\r\n`],
    ['a header without a colon', 400, `GET / HTTP/1.1\r\n${HOST}oops\r\n\r\n`],
    ['raw bytes in a path', 400, Buffer.from(`GET /\xd0\xba HTTP/1.1\r\n${HOST}\r\n`, 'latin1')],
    ['raw bytes in a query', 400, Buffer.from(`GET /api/jobs/?type=\xd0\xba HTTP/1.1\r\n${HOST}\r\n`, 'latin1')],
    ['NUL in a header', 400, `GET / HTTP/1.1\r\n${HOST}A: \0\r\n\r\n`],
    ['two lengths', 400, `POST /api/jobs/ HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'a length and chunks',
      400,
      `POST /api/jobs/ HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a negative length', 400, `POST /api/jobs/ HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`],
    [
      'a bad chunk',
      400,
      `POST /api/jobs/ HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
    ['headers of 20 KB', 431, `GET /api/jobs/ HTTP/1.1\r\n${HOST}A: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['headers of 2 MB', 431, `GET /api/jobs/ HTTP/1.1\r\n${HOST}A: ${'x'.repeat(2_000_000)}\r\n\r\n`],
    ['a path of 20 KB', 431, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`],
    ['an unknown expectation', 417, `POST /api/jobs/ HTTP/1.1\r\n${HOST}Expect: tea\r\nContent-Length: 2\r\n\r\n{}`],
    ['a tunnel', 405, `CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n`],
    ['a request that stops within its headers', 408, `GET /api/jobs/ HTTP/1.1\r\n${HOST}`],
    [
      'a request that stops within its body',
      408,
      `POST /api/jobs/ HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    ],
    ['nothing at all', 408, ''],
  ];
  for (const [name, status, bytes] of garbage) {
    it(`answers ${status} to ${name}, and closes`, async () => {
      const received = await sendRaw(api.port, bytes);
      const answer = parseRaw(received);
      expect(answer.status).to.equal(status);
      expectProblem(answer);
      expect(answer.headers).to.include({ connection: 'close', 'x-content-type-options': 'nosniff' });
      expect(answer.headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/);
      expect(Number(answer.headers['content-length'])).to.equal(
        Buffer.byteLength(received.split('\r\n\r\n')[1] ?? '', 'latin1'),
      );
    });
  }

  it('answers a good request before it closes on the garbage behind it', async () => {
    const received = await sendRaw(api.port, `GET /api/jobs/ HTTP/1.1\r\n${HOST}\r\nhello\r\n\r\n`);
    expect(received).to.match(/^HTTP\/1\.1 200 OK/);
    expect(received.match(/HTTP\/1\.1 /g)).to.have.lengthOf(1);
  });

  it('answers once if the garbage is in the body of a request that is being carried out', async () => {
    let carryOn = () => {};
    const change = sinon.stub(api.store.repository, 'change').callsFake(() => {
      return new Promise((resolve) => {
        carryOn = () => resolve(undefined);
      });
    });
    const head = `POST /api/jobs/00000000-0000-0000-0000-000000000000/retry/ HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
    const received = sendRaw(api.port, head, 'zz\r\n');
    await once(api.server, 'clientError');
    carryOn();
    expect(parseRaw(await received).status).to.equal(400);
    change.restore();
    expect(api.logger.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  it('lets a client go on after 100-continue', async () => {
    const body = '{"type":"x"}';
    const received = await sendRaw(
      api.port,
      `POST /api/jobs/ HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(received.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 100', 'HTTP/1.1 201']);
  });

  it('answers 413 to a client that goes on sending, and closes', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const head = `POST /api/jobs/ HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = parseRaw(await sendRaw(api.port, head, ...Array<string>(40).fill(chunk)));
    expect([answer.status, answer.headers.connection]).to.deep.equal([413, 'close']);
  });

  const postOf = (type: string) => {
    const body = JSON.stringify({ type });
    return `POST /api/jobs/ HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const countOf = async (type: string) => (await api.call(`/api/jobs/?type=${type}`)).json.count;

  it('carries requests on one connection out one after the other', async () => {
    const list = `GET /api/jobs/?type=in-turn HTTP/1.1\r\n${HOST}\r\n`;
    const last = list.replace(HOST, `${HOST}Connection: close\r\n`);
    const received = await sendRaw(api.port, postOf('in-turn') + list + postOf('in-turn') + last);
    expect(statusesIn(received)).to.deep.equal([201, 200, 201, 200]);
    expect(received.match(/"count":\d/g)).to.deep.equal(['"count":1', '"count":2']);
  });

  const job = (headers: string, body: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`POST /api/jobs/ HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}\r\n`),
      body,
    ]);
  const large = Buffer.alloc(1_100_000, 'x');
  const bomb = gzipSync(large);
  const ending: Array<[string, number, Uint8Array]> = [
    ['a body above the limit', 413, job(`Content-Length: ${large.length}\r\n`, large)],
    [
      'chunks above the limit',
      413,
      job('Transfer-Encoding: chunked\r\n', Buffer.from(`${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`)),
    ],
    [
      'a body that inflates beyond the limit',
      413,
      job(`Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n`, bomb),
    ],
    ['an unknown expectation', 417, job('Expect: tea\r\nContent-Length: 2\r\n', Buffer.from('{}'))],
  ];
  for (const [name, status, request] of ending) {
    it(`does nothing of what follows ${name}, since the answer ends the connection`, async () => {
      const received = await sendRaw(api.port, Buffer.concat([request, Buffer.from(postOf('behind-the-end'))]));
      expect(statusesIn(received)).to.deep.equal([status]);
      expect(await countOf('behind-the-end')).to.equal(0);
    });
  }

  it('ignores an upgrade that it does not know', async () => {
    const received = await sendRaw(
      api.port,
      `GET /api/health/ HTTP/1.1\r\n${HOST}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
    );
    expect(parseRaw(received).status).to.equal(200);
  });

  it('outlives a client that goes away within its body', async () => {
    const socket = connect(api.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/jobs/ HTTP/1.1\r\n${HOST}X-Request-Id: gone\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    );
    await once(api.server, 'request');
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect((await api.call('/api/health/')).status).to.equal(200);
  });
});

describe('Closing the REST API', () => {
  it('answers requests under way, closes idle connections, and refuses new ones', async () => {
    const api = await openApi();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      sinon.stub(api.store.queries, 'jobs').callsFake(() => {
        resolve();
        return new Promise((done) => {
          answer = () => done({ count: 0, isCapped: false, jobs: [] });
        });
      });
    });
    const silent = connect(api.port, '127.0.0.1');
    const idle = connect(api.port, '127.0.0.1');
    idle.write(`GET /api/health/ HTTP/1.1\r\n${HOST}\r\n`);
    await once(idle, 'data');
    const busy = sendRaw(api.port, `GET /api/jobs/ HTTP/1.1\r\n${HOST}\r\n`);
    await asked;
    const closed = api.close();
    await Promise.all([once(silent.resume(), 'close'), once(idle.resume(), 'close')]);
    const refused = await sendRaw(api.port, '').catch((error: NodeJS.ErrnoException) => error.code);
    expect(refused).to.equal('ECONNREFUSED');
    answer();
    const received = parseRaw(await busy);
    expect([received.status, received.headers.connection]).to.deep.equal([200, 'close']);
    await closed;
    sinon.restore();
  });

  it('cuts off what takes longer than the grace', async () => {
    const api = await openApi();
    const asked = new Promise<void>((resolve) => {
      sinon.stub(api.store.queries, 'jobs').callsFake(() => {
        resolve();
        return new Promise(() => {});
      });
    });
    const busy = sendRaw(api.port, `GET /api/jobs/ HTTP/1.1\r\n${HOST}\r\n`);
    await asked;
    await closeApiServer(api.server, 50);
    expect(await busy).to.equal('');
    sinon.restore();
    await api.close();
  });
});
