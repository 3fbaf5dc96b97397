import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: checked against its schema, and then read freely by the tests
  readonly json: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
}

/** Sends one request as it is: no header is added but `Host`, `Connection` and the length of the body. */
export function send(port: number, path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length =
      body === undefined || 'Transfer-Encoding' in headers ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: false,
      headers: { ...length, ...headers },
    });
    outgoing.on('error', reject).on('response', (incoming) => {
      text(incoming).then((content) => resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, content)), reject);
    });
    // Node would write the headers of a request in the encoding of its body, if that were a string.
    outgoing.end(typeof body === 'string' ? Buffer.from(body) : body);
  });
}

function answerOf(status: number, headers: NodeJS.Dict<string | string[]>, content: string): Answer {
  const isJson = /^application\/(problem\+)?json\b/.test(String(headers['content-type'])) && content !== '';
  return {
    status,
    headers: headers as Record<string, string>,
    text: content,
    json: isJson ? JSON.parse(content) : undefined,
  };
}

/** Writes bytes on a connection and gives everything that comes back until the server ends it. */
export function sendRaw(port: number, ...pieces: ReadonlyArray<string | Uint8Array>): Promise<string> {
  return converse(port, (socket) => {
    for (const piece of pieces) socket.write(piece);
  });
}

/** The same, but `second` is written only when something has come back for `first`. */
export function sendInTurn(port: number, first: string | Uint8Array, second: string | Uint8Array): Promise<string> {
  return converse(port, (socket) => {
    socket.write(first);
    socket.once('data', () => socket.write(second));
  });
}

function converse(port: number, write: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => write(socket));
    socket.setEncoding('latin1').on('data', (data) => {
      received += String(data);
    });
    // A server may reset the connection once it has answered; what arrived before counts.
    socket
      .on('error', (error) => (received === '' ? reject(error) : resolve(received)))
      .on('close', () => resolve(received));
  });
}

/** The statuses of the answers in what came back on one connection. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** The status and the parsed body of a raw answer. */
export function parseRaw(received: string): Pick<Answer, 'status' | 'json' | 'headers'> {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = rest.join('\r\n\r\n');
  return { status: Number(statusLine.split(' ')[1]), headers, json: body === '' ? undefined : JSON.parse(body) };
}

/** An event as the tests read it. */
export interface EventJson {
  readonly id: number;
  readonly type: string;
  readonly job: string;
}
