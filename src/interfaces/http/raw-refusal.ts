import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Problem, problemBody, problemHeaders } from './problem.js';

/** How long the client may take to read the answer before the connection is cut. */
const LINGER_MS = 1000;

const refused = new WeakSet<Duplex>();

/** Answers on a connection on which no request could be read, and closes it. Does nothing the second time. */
export function refuseRaw(socket: Duplex, problem: Problem, requestId: string): void {
  if (refused.has(socket) || !socket.writable) return;
  refused.add(socket);
  const body = problemBody(problem);
  const headers = {
    ...problemHeaders(problem, body),
    'X-Request-Id': requestId,
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
