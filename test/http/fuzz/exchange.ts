import { connect } from 'node:net';

/** An answer reduced to what must be the same on every store. */
export interface Essence {
  readonly status: number;
  readonly type: string;
  readonly allow: string;
  /** Parsed, since key order may differ; undefined if there is none. Ids by the order of their appearance, and no instants. */
  readonly body: unknown;
}

const ANSWER_WITHIN_MS = 5_000;

/** Sends bytes, and gives all that comes back until the server ends the connection. Rejects if it never does. */
export function exchange(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No end after ${ANSWER_WITHIN_MS} ms; so far: ${received.slice(0, 200)}`));
    }, ANSWER_WITHIN_MS);
    socket
      .setEncoding('latin1')
      .on('data', (chunk) => {
        received += String(chunk);
      })
      .on('error', () => undefined) // a reset after the answer; 'close' follows
      .on('close', () => {
        clearTimeout(timer);
        resolve(received);
      });
  });
}

/** The answers in what came back on one connection, interim ones left out. @throws if it is anything else */
export function essencesOf(received: string): readonly Essence[] {
  const essences: Essence[] = [];
  for (let rest = received; rest !== ''; ) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (head === null) throw new Error(`Not an answer: ${rest.slice(0, 200)}`);
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head[2] ?? '')?.[1]?.trim() ?? '';
    const length = isHeadOnly(Number(head[1]), rest.length === head[0].length) ? 0 : Number(header('content-length'));
    const body = rest.slice(head[0].length, head[0].length + length);
    rest = rest.slice(head[0].length + length);
    const status = Number(head[1]);
    if (status >= 200)
      essences.push({ status, type: header('content-type'), allow: header('allow'), body: timeless(body) });
  }
  return essences;
}

/** An answer to HEAD has the length of the body that it does not have. */
function isHeadOnly(status: number, isAtEnd: boolean): boolean {
  return status < 200 || status === 204 || status === 304 || isAtEnd;
}

/** @throws if the body is neither empty nor JSON */
function timeless(body: string): unknown {
  if (body === '') return undefined;
  const ids = new Map<string, string>();
  const text = body
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      ids.set(id, ids.get(id) ?? `id ${ids.size}`);
      return ids.get(id) ?? '';
    })
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'instant')
    .replace(/127\.0\.0\.1:\d+|localhost:\d+/g, 'host');
  return JSON.parse(text) as unknown;
}
